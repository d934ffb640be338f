/// A line an option, a subcommand and an operand, each with the condition under which it is offered.
enum FishCompletion {
    static func text(for root: Command) -> String {
        let lines = root.walk().flatMap { path, command in self.lines(Array(path.dropFirst()), command, root.name) }
        return """
            # fish completion of \(root.name), made by '\(root.name) completion fish'
            complete -c \(root.name) -f
            \(lines.joined(separator: "\n"))

            """
    }

    private static func lines(_ path: [String], _ command: Command, _ program: String) -> [String] {
        let names = command.subcommands.map(\.name)
        let seen = path.map { "__fish_seen_subcommand_from \($0)" }
        let unseen = names.isEmpty ? [] : ["not __fish_seen_subcommand_from \(names.joined(separator: " "))"]
        let all = (seen + unseen).joined(separator: "; and ")
        let start = "complete -c \(program)" + (all.isEmpty ? "" : " -n \(shellQuoted(all))")
        return command.subcommands.map { "\(start) -a \($0.name) -d \(shellQuoted($0.abstract))" }
            + command.options.map { "\(start) \(option($0))" }
            + command.operands.prefix(1).map { "\(start) \(values($0.completion))" }
    }

    private static func option(_ option: OptionDeclaration) -> String {
        let short = option.short.map { "-s \($0) " } ?? ""
        let value = option.placeholder == nil ? "" : " -r \(values(option.completion))"
        return "\(short)-l \(option.name)\(value) -d \(shellQuoted(option.help))"
    }

    private static func values(_ completion: Completion) -> String {
        switch completion {
        case .none: "-f"
        case .file: "-F"
        case .directory: "-a '(__fish_complete_directories)'"
        case .choices(let words): "-a \(shellQuoted(words.joined(separator: " ")))"
        }
    }
}
