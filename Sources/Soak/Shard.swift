/// A share of a soak: the trials whose number leaves this remainder. All shares together are the whole.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    package let index: Int
    package let count: Int

    package static let whole = Shard(unchecked: 1, of: 1)

    private init(unchecked index: Int, of count: Int) {
        self.index = index
        self.count = count
    }

    /// From `I/N`, with I from 1 to N.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index)
        else { return nil }
        self.init(unchecked: index, of: count)
    }

    package var description: String { "\(index)/\(count)" }

    /// The number of this share's n-th trial, both from 1.
    package func trial(_ nth: Int) -> Int { (nth - 1) * count + index }

    /// How many of the first so many trials are this share's.
    package func size(of trials: Int) -> Int { trials < index ? 0 : (trials - index) / count + 1 }
}
