/// What a command was called with, checked and typed.
package struct Invocation: Sendable {
    /// The words that lead to the command, such as `fpsim importer list`.
    package let path: [String]
    let values: [String: [any Sendable]]
    let operands: [String: [String]]

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

    /// The operand with this name; the parser has seen to it that one that is required is there.
    package func operand(_ name: String) -> String {
        guard let value = operands[name]?.first else {
            preconditionFailure("\(path.joined(separator: " ")) declares no required operand \(name)")
        }
        return value
    }

    /// The operand with this name, or nil where it wasn't given.
    package func optionalOperand(_ name: String) -> String? {
        operands[name]?.first
    }

    /// All operands with this name.
    package func operandList(_ name: String) -> [String] {
        operands[name] ?? []
    }
}
