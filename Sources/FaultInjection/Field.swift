import ProviderModel
import SystemIO

/// A key that a provider-config may have, and what may stand after it. The parser, `fpsim faults`, the JSON Schema
/// and the README's table are all made from these.
package struct Field: Hashable, Sendable {
    package let name: String
    package let type: FieldType
    package let required: Bool
    package let about: String

    package init(_ name: String, _ type: FieldType, required: Bool = false, _ about: String) {
        self.name = name
        self.type = type
        self.required = required
        self.about = about
    }
}

/// What a value must look like.
package enum FieldType: Hashable, Sendable {
    /// A whole number from `least` to `most`.
    case count(least: Int = 1, most: Int = 1_000_000_000)
    /// A whole number of bytes, or one with a unit.
    case bytes
    /// A size with a unit or a percentage.
    case position
    /// A whole number of bytes, a size with a unit, or a percentage of the true size.
    case size
    case duration
    case hold
    case rate
    case odds
    case errno
    case providerError
    /// Permission bits in octal: `0644`.
    case mode
    case text
    /// One component of a path.
    case name
    /// A path relative to the mount's root.
    case path
    case pattern
    case truth
    case choice([String])
    /// One of these words, or a date.
    case moment([String])
    case operation
    case condition
    /// `3`, `2..5` or `3..`.
    case ordinals
    /// One of these or a list of them.
    case oneOrMore(Element)

    package enum Element: Hashable, Sendable {
        case operation
        case condition
        case text
        case ordinals
        case choice([String])
    }
}

/// A value that was checked against its field's type.
package enum FieldValue: Hashable, Sendable {
    case count(Int)
    case bytes(ByteCount)
    case position(Position)
    case duration(Duration)
    case hold(Hold)
    case rate(Rate)
    case odds(Odds)
    case errno(Errno)
    case providerError(ProviderError)
    case text(String)
    case pattern(PathPattern)
    case truth(Bool)
    case operation(Operation)
    case condition(Condition)
    case ordinals(Ordinals)
    case list([FieldValue])
}

/// The checked values after a fault's name. Which keys are there and of what type is what the fault's fields say,
/// so reading one can't fail: a fault that asks for a field it hasn't declared is a programming error.
package struct FaultArguments: Sendable {
    private let values: [String: FieldValue]

    package init(_ values: [String: FieldValue] = [:]) {
        self.values = values
    }

    package func has(_ name: String) -> Bool { values[name] != nil }

    func count(_ name: String) -> Int? { if case .count(let value)? = values[name] { value } else { nil } }
    func bytes(_ name: String) -> ByteCount? { if case .bytes(let value)? = values[name] { value } else { nil } }
    func position(_ name: String) -> Position? {
        if case .position(let value)? = values[name] { value } else { nil }
    }
    func duration(_ name: String) -> Duration? {
        if case .duration(let value)? = values[name] { value } else { nil }
    }
    func hold(_ name: String) -> Hold? { if case .hold(let value)? = values[name] { value } else { nil } }
    func rate(_ name: String) -> Rate? { if case .rate(let value)? = values[name] { value } else { nil } }
    func errno(_ name: String) -> Errno? { if case .errno(let value)? = values[name] { value } else { nil } }
    func providerError(_ name: String) -> ProviderError? {
        if case .providerError(let value)? = values[name] { value } else { nil }
    }
    func text(_ name: String) -> String? { if case .text(let value)? = values[name] { value } else { nil } }
    func truth(_ name: String) -> Bool? { if case .truth(let value)? = values[name] { value } else { nil } }

    /// The case of a string enum whose raw value was chosen.
    func choice<Choice: RawRepresentable<String>>(_ name: String, as type: Choice.Type = Choice.self) -> Choice? {
        text(name).flatMap(Choice.init(rawValue:))
    }
}
