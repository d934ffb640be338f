import ProviderModel

/// A place in a file: a number of bytes, or a part of its size.
package enum Position: Hashable, Sendable {
    case bytes(ByteCount)
    /// Thousandths of a percent, so that `12.5%` is exact.
    case percent(thousandths: Int)

    package static func percent(_ percent: Int) -> Position { .percent(thousandths: percent * 1000) }

    /// Reads `40%`, `12.5%` or `64KiB`; nil for a number without a unit and for more than 100 percent.
    package init?(_ text: String) {
        guard let (number, unit) = UnitText.split(text) else { return nil }
        if unit == "%" {
            guard let thousandths = number.scaled(by: 1000), thousandths <= 100_000 else { return nil }
            self = .percent(thousandths: Int(thousandths))
        } else {
            guard let count = ByteCount(text) else { return nil }
            self = .bytes(count)
        }
    }

    /// The offset in a file of `size` bytes.
    package func offset(inSize size: Int64) -> Int64 {
        switch self {
        case .bytes(let count): return count.rawValue
        case .percent(let thousandths):
            let (high, low) = size.multipliedFullWidth(by: Int64(thousandths))
            return Int64(100_000).dividingFullWidth((high, low)).quotient
        }
    }
}

extension Position: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bytes(let count): return count.description
        case .percent(let thousandths):
            if thousandths % 1000 == 0 { return "\(thousandths / 1000)%" }
            var digits = String(thousandths % 1000)
            digits = String(repeating: "0", count: 3 - digits.count) + digits
            while digits.hasSuffix("0") { digits.removeLast() }
            return "\(thousandths / 1000).\(digits)%"
        }
    }
}
