/// What a command was called with, checked and typed.
package struct Invocation: Sendable {
    /// The words that lead to the command, such as `fpsim importer list`.
    package let path: [String]
    let values: [String: [any Sendable]]
    /// What was typed for options with a value.
    let texts: [String: [[UInt8]]]
    let operands: [String: [[UInt8]]]

    /// Whether the flag was given.
    package subscript(flag: Flag) -> Bool {
        values[flag.declaration.name] != nil
    }

    /// The option's value, or nil where it wasn't given.
    package subscript<Value>(option: Option<Value>) -> Value? {
        values[option.declaration.name]?.last as? Value
    }

    /// Every value of an option that repeats, in order.
    package func all<Value>(_ option: Option<Value>) -> [Value] {
        (values[option.declaration.name] ?? []).compactMap { $0 as? Value }
    }

    /// The bytes of the option's value as they were typed, or nil where it wasn't given: for names of files.
    package func bytes(of option: Option<String>) -> [UInt8]? {
        texts[option.declaration.name]?.last
    }

    /// The operand with this name; the parser has seen to it that one that is required is there.
    package func operand(_ name: String) -> String {
        String(decoding: operandBytes(name), as: UTF8.self)
    }

    /// The same as it was typed: a file's name need not be UTF-8, and is not found by its repaired text.
    package func operandBytes(_ name: String) -> [UInt8] {
        guard let value = operands[name]?.first else {
            preconditionFailure("\(path.joined(separator: " ")) declares no required operand \(name)")
        }
        return value
    }

    /// The operand with this name, or nil where it wasn't given.
    package func optionalOperand(_ name: String) -> String? {
        operands[name]?.first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// All operands with this name.
    package func operandList(_ name: String) -> [String] {
        operandBytesList(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as they were typed.
    package func operandBytesList(_ name: String) -> [[UInt8]] {
        operands[name] ?? []
    }
}
