/// A function that looks up which command the words so far name, then offers its subcommands, options or files.
enum BashCompletion {
    static func text(for root: Command) -> String {
        let nodes = root.walk()
        return """
            # bash completion of \(root.name), made by '\(root.name) completion bash'
            _\(root.name)() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path=\(root.name) word
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$path $word" in
            \(nodes.dropFirst().map { #"            "\#($0.path.joined(separator: " "))") path="$path $word" ;;"# }
                .joined(separator: "\n"))
                    esac
                done
                case "$path $previous" in
            \(nodes.flatMap(valueCases).joined(separator: "\n"))
                esac
                case "$path" in
            \(nodes.map(wordCase).joined(separator: "\n"))
                esac
            }
            complete -F _\(root.name) \(root.name)

            """
    }

    /// What follows an option that takes a value.
    private static func valueCases(_ path: [String], _ command: Command) -> [String] {
        command.options.filter { $0.placeholder != nil }.map { option in
            let names = ["--" + option.name] + (option.short.map { ["-\($0)"] } ?? [])
            let patterns = names.map { #""\#(path.joined(separator: " ")) \#($0)""# }.joined(separator: " | ")
            return "        \(patterns)) \(reply(option.completion)); return ;;"
        }
    }

    private static func wordCase(_ path: [String], _ command: Command) -> String {
        let words = command.subcommands.map(\.name) + command.options.map { "--" + $0.name }
        let options = #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$current"))"#
        let pattern = #""\#(path.joined(separator: " "))""#
        guard let operand = command.operands.first, command.subcommands.isEmpty else {
            return "        \(pattern)) \(options) ;;"
        }
        return """
                    \(pattern))
                        if [[ $current == -* ]]; then
                            \(options)
                        else
                            \(reply(operand.completion))
                        fi ;;
            """
    }

    private static func reply(_ completion: Completion) -> String {
        switch completion {
        case .none: "COMPREPLY=()"
        case .file: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")"#
        case .directory: #"compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")"#
        case .choices(let words): #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$current"))"#
        }
    }
}
