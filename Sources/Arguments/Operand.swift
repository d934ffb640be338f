/// A value that is given by its place.
package struct Operand: Sendable {
    package enum Arity: Sendable {
        case one
        case optional
        case any
        case atLeastOne
    }

    package let name: String
    package let help: String
    package let arity: Arity
    package let completion: Completion
    /// Else an empty word is a mistake, such as a variable that isn't set.
    package let mayBeEmpty: Bool

    package init(
        _ name: String, _ arity: Arity = .one, help: String, completion: Completion = .file, mayBeEmpty: Bool = false
    ) {
        self.mayBeEmpty = mayBeEmpty
        self.name = name
        self.help = help
        self.arity = arity
        self.completion = completion
    }

    /// How it reads in a usage line.
    var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        case .atLeastOne: "\(name)…"
        }
    }

    var isRequired: Bool { arity == .one || arity == .atLeastOne }
    var isList: Bool { arity == .any || arity == .atLeastOne }
}
