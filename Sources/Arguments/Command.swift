/// A command of a program, as a value: what it is called, what it takes, how it is used, and what it does. Parsing,
/// `--help`, shell completion and the man page all come from it.
package struct Command: Sendable {
    /// A line to type, and what it does.
    package struct Example: Sendable {
        package let line: String
        package let about: String

        package init(_ line: String, _ about: String) {
            self.line = line
            self.about = about
        }
    }

    package enum Action: Sendable {
        case synchronous(@Sendable (Invocation) throws -> ExitCode)
        case asynchronous(@Sendable (Invocation) async throws -> ExitCode)
        /// A group: its subcommands do the work.
        case group
    }

    package let name: String
    /// One line without a full stop, for lists of commands.
    package let abstract: String
    /// Paragraphs that say what the line can't.
    package let discussion: String
    package let options: [OptionDeclaration]
    package let operands: [Operand]
    package let examples: [Example]
    package let subcommands: [Command]
    package let action: Action

    /// A command whose work is done on the calling thread.
    package init(
        name: String, abstract: String, discussion: String = "", options: [any OptionDeclaring] = [],
        operands: [Operand] = [], examples: [Example] = [],
        run: @escaping @Sendable (Invocation) throws -> ExitCode
    ) {
        self.init(
            name: name, abstract: abstract, discussion: discussion, options: options, operands: operands,
            examples: examples, subcommands: [], action: .synchronous(run))
    }

    /// A command whose work is asynchronous.
    package init(
        name: String, abstract: String, discussion: String = "", options: [any OptionDeclaring] = [],
        operands: [Operand] = [], examples: [Example] = [],
        runAsync: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.init(
            name: name, abstract: abstract, discussion: discussion, options: options, operands: operands,
            examples: examples, subcommands: [], action: .asynchronous(runAsync))
    }

    /// A group of commands.
    package init(
        name: String, abstract: String, discussion: String = "", examples: [Example] = [], subcommands: [Command]
    ) {
        self.init(
            name: name, abstract: abstract, discussion: discussion, options: [], operands: [], examples: examples,
            subcommands: subcommands, action: .group)
    }

    private init(
        name: String, abstract: String, discussion: String, options: [any OptionDeclaring], operands: [Operand],
        examples: [Example], subcommands: [Command], action: Action
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.options = options.map(\.declaration) + [.help]
        self.operands = operands
        self.examples = examples
        self.subcommands = subcommands
        self.action = action
    }
}

extension OptionDeclaration {
    /// Every command has it.
    static let help = Flag("help", short: "h", help: "Print this help.").declaration
}
