/// One function a command, on zsh's `_arguments` and `_describe`.
enum ZshCompletion {
    static func text(for root: Command) -> String {
        let functions = root.walk().map { path, command in
            command.subcommands.isEmpty ? leaf(path, command) : group(path, command)
        }
        return """
            #compdef \(root.name)
            # zsh completion of \(root.name), made by '\(root.name) completion zsh'
            \(functions.joined(separator: "\n"))
            \(function([root.name])) "$@"

            """
    }

    private static func function(_ path: [String]) -> String {
        "_" + path.joined(separator: "_").map { $0 == "-" ? "_" : String($0) }.joined()
    }

    private static func group(_ path: [String], _ command: Command) -> String {
        let rows = command.subcommands.map { shellQuoted("\($0.name):\($0.abstract)") }
        let cases = command.subcommands.map { "        \($0.name)) \(function(path + [$0.name])) ;;" }
        return """
            \(function(path))() {
                local -a commands=(\(rows.joined(separator: " ")))
                local state line
                _arguments -C '(-h --help)'{-h,--help}'[Print this help.]' '1: :->command' '*::: :->words'
                case $state in
                command) _describe command commands ;;
                words)
                    case $line[1] in
            \(cases.joined(separator: "\n"))
                    esac ;;
                esac
            }
            """
    }

    private static func leaf(_ path: [String], _ command: Command) -> String {
        let rows = command.options.map(option) + command.operands.map(operand)
        return """
            \(function(path))() {
                _arguments \\
            \(rows.map { "        " + $0 }.joined(separator: " \\\n"))
            }
            """
    }

    private static func option(_ option: OptionDeclaration) -> String {
        let help = "[" + escaped(option.help) + "]"
        let value = option.placeholder.map { ":\($0):" + action(option.completion) } ?? ""
        let star = option.repeats ? "*" : ""
        guard let short = option.short else { return shellQuoted("\(star)--\(option.name)\(help)\(value)") }
        return "{-\(short),--\(option.name)}" + shellQuoted(help + value)
    }

    private static func operand(_ operand: Operand) -> String {
        shellQuoted((operand.isList ? "*" : "") + ":\(operand.name):" + action(operand.completion))
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .choices(let words): "(" + words.joined(separator: " ") + ")"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
