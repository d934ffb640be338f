import Spelling

/// What parsing, `--help`, completion and the man page need to know of an option.
package struct OptionDeclaration: Sendable {
    package var name: String
    package var short: Character?
    /// The name of the value in usage lines, such as `FILE`; nil for a flag.
    package var placeholder: String?
    package var help: String
    package var repeats: Bool
    package var completion: Completion
    /// Turns the text of a value into what the command gets.
    /// - Throws: `InvalidValue`.
    var parse: @Sendable (String) throws(InvalidValue) -> any Sendable
}

/// A value that an option can't take; the parser adds which option and which text.
package struct InvalidValue: Error {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// What a command lists as its options: `Option` and `Flag`.
package protocol OptionDeclaring: Sendable {
    var declaration: OptionDeclaration { get }
}

/// An option without a value: present or not.
package struct Flag: OptionDeclaring {
    package let declaration: OptionDeclaration

    package init(_ name: String, short: Character? = nil, help: String) {
        declaration = OptionDeclaration(
            name: name, short: short, placeholder: nil, help: help, repeats: false, completion: .none,
            parse: { _ throws(InvalidValue) in true })
    }
}

/// An option with a value of a type.
package struct Option<Value: Sendable>: OptionDeclaring {
    package let declaration: OptionDeclaration

    /// - Parameter repeats: Whether the option may be given more than once; `Invocation.all` returns them in order.
    package init(
        _ name: String, short: Character? = nil, placeholder: String, help: String, repeats: Bool = false,
        completion: Completion = .none, parse: @escaping @Sendable (String) throws(InvalidValue) -> Value
    ) {
        declaration = OptionDeclaration(
            name: name, short: short, placeholder: placeholder, help: help, repeats: repeats, completion: completion,
            parse: { text throws(InvalidValue) in try parse(text) })
    }
}

extension Option where Value == String {
    /// Any text; the default completes file names.
    package init(
        _ name: String, short: Character? = nil, placeholder: String, help: String, repeats: Bool = false,
        completion: Completion = .file
    ) {
        self.init(
            name, short: short, placeholder: placeholder, help: help, repeats: repeats, completion: completion,
            parse: { text throws(InvalidValue) in text })
    }

    /// One of a few words.
    package init(_ name: String, oneOf choices: [String], placeholder: String, help: String) {
        self.init(
            name, placeholder: placeholder, help: help, completion: .choices(choices),
            parse: { text throws(InvalidValue) in
                guard choices.contains(text) else {
                    throw InvalidValue(Self.expectation(of: choices, not: text))
                }
                return text
            })
    }
}

extension Option {
    /// All words where they are few, the nearest where it is near.
    private static func expectation(of choices: [String], not text: String) -> String {
        if choices.count <= 16 { return "expected \(choices.joined(separator: ", "))" }
        return NearestWord.to(text, among: choices).map { "did you mean '\($0)'?" }
            ?? "there is none; completion lists the \(choices.count) that there are, such as \(choices[0])"
    }
}

extension Option where Value: FixedWidthInteger {
    /// A whole number, from `minimum` on.
    package init(
        _ name: String, short: Character? = nil, placeholder: String = "N", help: String, minimum: Value = 0
    ) {
        self.init(
            name, short: short, placeholder: placeholder, help: help,
            parse: { text throws(InvalidValue) in
                guard let number = Value(text), number >= minimum else {
                    throw InvalidValue("expected a whole number, \(minimum) or more")
                }
                return number
            })
    }
}

extension Option where Value == Duration {
    /// A time with its unit: `300ms`, `5s`, `2m`, `1h`.
    package init(_ name: String, placeholder: String = "TIME", help: String) {
        self.init(
            name, placeholder: placeholder, help: help,
            parse: { text throws(InvalidValue) in
                guard let duration = Duration(withUnit: text) else {
                    throw InvalidValue("expected a time with a unit, such as 300ms, 5s, 2m or 1h")
                }
                return duration
            })
    }
}

extension Duration {
    /// A whole number and a unit; a bare number is no duration, since nobody can tell what it counts.
    init?(withUnit text: String) {
        let digits = text.prefix(while: \.isNumber)
        guard let number = Int64(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m" where number < .max / 60: self = .seconds(number * 60)
        case "h" where number < .max / 3600: self = .seconds(number * 3600)
        default: return nil
        }
    }
}
