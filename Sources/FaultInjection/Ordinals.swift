/// Which matches of a rule count, the first being 1: `3`, `2..5`, or `3..` for the third and all after it.
package struct Ordinals: Hashable, Sendable {
    package let first: Int
    /// Nil: no end.
    package let last: Int?

    /// Nil unless 1 ≤ first ≤ last.
    package init?(_ first: Int, through last: Int?) {
        guard first >= 1, last.map({ $0 >= first }) ?? true else { return nil }
        self.first = first
        self.last = last
    }

    package init?(_ text: String) {
        if let single = Int(text) {
            self.init(single, through: single)
            return
        }
        guard let dots = text.firstRange(of: ".."), let first = Int(text[..<dots.lowerBound]) else { return nil }
        let rest = text[dots.upperBound...]
        if rest.isEmpty {
            self.init(first, through: nil)
        } else {
            guard let last = Int(rest) else { return nil }
            self.init(first, through: last)
        }
    }

    package func contains(_ nth: Int) -> Bool { nth >= first && nth <= (last ?? Int.max) }
}

extension Ordinals: CustomStringConvertible {
    package var description: String {
        guard let last else { return "\(first).." }
        return first == last ? "\(first)" : "\(first)..\(last)"
    }
}
