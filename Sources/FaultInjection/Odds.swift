/// A chance in whole numbers: `1/20`.
package struct Odds: Hashable, Sendable {
    package let chances: UInt64
    package let outOf: UInt64

    /// Nil unless `chances` is between 1 and `outOf`.
    package init?(_ chances: UInt64, outOf: UInt64) {
        guard chances >= 1, chances <= outOf else { return nil }
        self.chances = chances
        self.outOf = outOf
    }

    /// Reads `1/20`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let chances = UInt64(parts[0]), let outOf = UInt64(parts[1]) else { return nil }
        self.init(chances, outOf: outOf)
    }

    /// Whether a hash that is spread over all of UInt64 falls on one of the chances.
    package func holds(for hash: UInt64) -> Bool {
        hash.multipliedFullWidth(by: outOf).high < chances
    }
}

extension Odds: CustomStringConvertible {
    package var description: String { "\(chances)/\(outOf)" }
}
