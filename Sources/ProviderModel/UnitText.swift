/// A decimal number before a unit, kept exact: `1.5` is 15 tenths.
package struct UnitText: Hashable, Sendable {
    let digits: Int64
    let denominator: Int64

    /// Splits `300ms` into 300 and `ms`. Nil where there is no number, a sign, no unit, or more digits than fit.
    package static func split(_ text: String) -> (number: UnitText, unit: String)? {
        let bytes = Array(text.utf8)
        var index = 0
        var digits: Int64 = 0
        var denominator: Int64 = 1
        var seenPoint = false
        var seenDigit = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "."), !seenPoint, seenDigit {
                seenPoint = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
                guard !overflow, product <= Int64.max - 9, denominator < 1_000_000_000_000 else { return nil }
                digits = product + Int64(byte - UInt8(ascii: "0"))
                if seenPoint { denominator *= 10 }
                seenDigit = true
            } else {
                break
            }
            index += 1
        }
        guard seenDigit, bytes[index - 1] != UInt8(ascii: ".") else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        guard index < bytes.count else { return nil }
        return (UnitText(digits: digits, denominator: denominator), String(decoding: bytes[index...], as: UTF8.self))
    }

    /// The number times `scale`, if that is whole and fits.
    package func scaled(by scale: Int64) -> Int64? {
        let product = digits.multipliedFullWidth(by: scale)
        guard product.high == 0, product.low <= UInt64(Int64.max) else { return nil }
        let value = Int64(product.low)
        return value % denominator == 0 ? value / denominator : nil
    }
}
