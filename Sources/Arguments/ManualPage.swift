/// The manual page, in the man macros of roff.
package enum ManualPage {
    package static func text(for root: Command) -> String {
        let commands = root.walk().dropFirst().filter { $0.command.subcommands.isEmpty }
        return """
            .TH \(root.name.uppercased()) 1
            .SH NAME
            \(root.name) \\- \(escaped(root.abstract))
            .SH SYNOPSIS
            .B \(root.name)
            .I command
            [\\fIoption\\fR ...] [\\fIargument\\fR ...]
            .SH DESCRIPTION
            \(escaped(root.discussion))
            .SH COMMANDS
            \(commands.map(section).joined(separator: "\n"))

            """
    }

    private static func section(_ path: [String], _ command: Command) -> String {
        let operands = command.operands.map(\.usage).joined(separator: " ")
        var lines = [".SS \(escaped((path + [operands]).joined(separator: " ")))", sentence(command.abstract)]
        if !command.discussion.isEmpty { lines += [".PP", paragraphs(command.discussion)] }
        for operand in command.operands {
            lines += [".TP", ".I \(escaped(operand.name))", escaped(operand.help)]
        }
        for option in command.options where option.name != "help" {
            lines += [".TP", ".B \(escaped(HelpText.synopsis(option)))", escaped(option.help)]
        }
        for example in command.examples {
            lines += [".PP", sentence(example.about), ".EX", escaped(example.line), ".EE"]
        }
        return lines.joined(separator: "\n")
    }

    private static func sentence(_ text: String) -> String {
        escaped(text.prefix(1).uppercased() + text.dropFirst() + ".")
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? ".PP" : escaped(String(line))
        }.joined(separator: "\n")
    }

    /// Backslashes and hyphens are roff's, and so is a point or an apostrophe at the start of a line.
    private static func escaped(_ text: String) -> String {
        let safe = text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            default: String(character)
            }
        }.joined()
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}
