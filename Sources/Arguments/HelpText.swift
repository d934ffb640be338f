/// The text of `--help`.
package enum HelpText {
    private static let width = 78

    package static func text(for command: Command, path: [String]) -> String {
        let heading = wrapped("\(path.joined(separator: " ")): \(command.abstract)", indent: 0)
        var sections = [heading, usage(command, path)]
        if !command.discussion.isEmpty { sections.append(wrapped(command.discussion, indent: 0)) }
        if !command.operands.isEmpty {
            sections.append("Arguments:\n" + rows(command.operands.map { ($0.name, $0.help) }))
        }
        if !command.subcommands.isEmpty {
            sections.append("Commands:\n" + rows(command.subcommands.map { ($0.name, $0.abstract) }))
        }
        sections.append("Options:\n" + rows(command.options.map { (synopsis($0), $0.help) }))
        if !command.examples.isEmpty {
            sections.append(
                "Examples:\n" + command.examples.map { "  \($0.line)\n      \($0.about)" }.joined(separator: "\n"))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// `fpsim mount [--config FILE]… SOURCE MOUNTPOINT`
    static func usage(_ command: Command, _ path: [String]) -> String {
        let options = command.options.filter { $0.name != "help" }.map { option in
            let value = option.placeholder.map { " " + $0 } ?? ""
            return "[--\(option.name)\(value)]" + (option.repeats ? "…" : "")
        }
        let operands = command.subcommands.isEmpty ? command.operands.map(\.usage) : ["COMMAND", "…"]
        return wrapped(([path.joined(separator: " ")] + options + operands), first: "Usage: ", indent: 7)
    }

    static func synopsis(_ option: OptionDeclaration) -> String {
        let short = option.short.map { "-\($0), " } ?? ""
        return short + "--\(option.name)" + (option.placeholder.map { " " + $0 } ?? "")
    }

    private static func rows(_ rows: [(String, String)]) -> String {
        let column = min(rows.map(\.0.count).max() ?? 0, 26)
        return rows.map { name, help in
            let lines = wrapped(help, indent: column + 4).drop(while: { $0 == " " })
            guard name.count <= column else {
                return "  \(name)\n\(String(repeating: " ", count: column + 4))\(lines)"
            }
            return "  " + name + String(repeating: " ", count: column + 2 - name.count) + lines
        }.joined(separator: "\n")
    }

    /// Breaks paragraphs at the width. A line that begins with a space is kept as it is.
    private static func wrapped(_ text: String, indent: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix(" ") { return String(line) }
            return wrapped(line.split(separator: " ").map(String.init), first: "", indent: indent)
        }.joined(separator: "\n")
    }

    private static func wrapped(_ words: [String], first: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = first.isEmpty ? margin : first
        var isFresh = true
        for word in words {
            if !isFresh, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
                isFresh = true
            }
            line += (isFresh ? "" : " ") + word
            isFresh = false
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
