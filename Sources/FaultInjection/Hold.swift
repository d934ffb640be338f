import ProviderModel

/// How long something lasts.
package enum Hold: Hashable, Sendable {
    case duration(Duration)
    /// Until the caller leaves, the rule is released, or the provider stops.
    case forever

    /// Reads `300ms`, `5s`, `2min`, `1h` or `forever`.
    package init?(_ text: String) {
        if text == "forever" {
            self = .forever
        } else if let duration = Duration(unitText: text) {
            self = .duration(duration)
        } else {
            return nil
        }
    }

    package var duration: Duration? {
        if case .duration(let duration) = self { duration } else { nil }
    }
}

extension Hold: CustomStringConvertible {
    package var description: String {
        switch self {
        case .forever: "forever"
        case .duration(let duration): duration.unitText
        }
    }
}

extension Duration {
    package static let unitNames = ["us", "ms", "s", "m", "min", "h"]

    /// Reads `300ms`; nil for a number without a unit, and for more than 1,000 hours.
    package init?(unitText text: String) {
        guard let (number, unit) = UnitText.split(text) else { return nil }
        let microseconds: Int64
        switch unit {
        case "us", "µs": microseconds = 1
        case "ms": microseconds = 1000
        case "s": microseconds = 1_000_000
        case "m", "min": microseconds = 60_000_000
        case "h": microseconds = 3_600_000_000
        default: return nil
        }
        guard let total = number.scaled(by: microseconds), total <= 3_600_000_000_000 else { return nil }
        self = .microseconds(total)
    }

    /// In the largest unit that divides it: `1500ms`, `2min`.
    package var unitText: String {
        let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        for (unit, size) in [("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000), ("ms", 1000)]
            as [(String, Int64)]
        where microseconds >= size && microseconds % size == 0 {
            return "\(microseconds / size)\(unit)"
        }
        return microseconds == 0 ? "0s" : "\(microseconds)us"
    }
}
