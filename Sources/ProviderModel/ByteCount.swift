/// A number of bytes, never negative.
package struct ByteCount: RawRepresentable, Hashable, Sendable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = max(0, rawValue)
    }

    package init(_ bytes: some BinaryInteger) {
        self.init(rawValue: Int64(clamping: bytes))
    }

    package static let zero = ByteCount(rawValue: 0)

    package static func < (left: ByteCount, right: ByteCount) -> Bool { left.rawValue < right.rawValue }
}

extension ByteCount {
    /// The units that a provider-config may write, largest first: powers of 1024 and of 1000.
    package static let units: [(name: String, bytes: Int64)] = [
        ("TiB", 1 << 40), ("TB", 1_000_000_000_000), ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20),
        ("MB", 1_000_000), ("KiB", 1 << 10), ("kB", 1_000), ("B", 1),
    ]

    /// Reads `64KiB` or `64 KiB`; a number without a unit, or a count that is no whole number of bytes, is nil.
    package init?(_ text: String) {
        guard let (number, unit) = UnitText.split(text),
            let scale = ByteCount.units.first(where: { $0.name == unit })?.bytes,
            let bytes = number.scaled(by: scale)
        else { return nil }
        self.init(rawValue: bytes)
    }
}

extension ByteCount: CustomStringConvertible {
    /// In the largest binary unit that divides it: `64KiB`, `100B`.
    package var description: String {
        for unit in ByteCount.units where unit.name.hasSuffix("iB") {
            if rawValue >= unit.bytes, rawValue % unit.bytes == 0 { return "\(rawValue / unit.bytes)\(unit.name)" }
        }
        return "\(rawValue)B"
    }
}
