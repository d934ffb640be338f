/// What a picked URL carries, and only the picker can give: 128 random bits. It says which item was picked; it is
/// never written to a trace or a log.
package struct ScopeToken: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    /// 32 hexadecimal digits.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count == 32, bytes.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }

    package var text: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
