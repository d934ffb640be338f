import Arguments

/// A program with a command of every shape, for the suites of this module.
enum SampleProgram {
    static let config = Option<String>("config", short: "c", placeholder: "FILE", help: "A file.", repeats: true)
    static let seed = Option<UInt64>("seed", help: "The seed.")
    static let bound = Option<Duration>("bound", help: "The bound.")
    static let mode = Option<String>("mode", oneOf: ["strict", "lax"], placeholder: "MODE", help: "How.")
    static let json = Flag("json", short: "j", help: "Print JSON.")

    static let mount: Command = .init(
        name: "mount", abstract: "mount a provider", discussion: "The mount is real.",
        options: [config, seed, bound, mode, json],
        operands: [
            Operand("SOURCE", help: "The tree beneath.", completion: .directory),
            Operand("MOUNTPOINT", help: "Where.", completion: .directory),
        ],
        examples: [.init("sample mount docs mnt", "mount it")]
    ) { _ in .success }

    static let importing: Command = .init(
        name: "import", abstract: "import documents",
        operands: [Operand("SOURCE", .atLeastOne, help: "Documents."), Operand("LIBRARY", help: "Where to.")]
    ) { _ in .success }

    static let shell: Command = .init(
        name: "shell", abstract: "name a shell",
        operands: [Operand("SHELL", help: "Which.", completion: .choices(["bash", "zsh"]))]
    ) { _ in .success }

    static let access: Command = .init(
        name: "with-access", abstract: "run a command", options: [json],
        operands: [Operand("SOURCE", help: "A URL."), Operand("COMMAND", .any, help: "The command.")]
    ) { _ in .success }

    static let root: Command = .init(
        name: "sample", abstract: "a sample",
        subcommands: [mount, access, shell, .init(name: "group", abstract: "more", subcommands: [importing])])

    static func invocation(_ words: String...) throws -> Invocation {
        guard case .run(_, let invocation) = try CommandLineParser.parse(words, root: root) else {
            throw InvalidValue("a command was expected to run")
        }
        return invocation
    }
}
