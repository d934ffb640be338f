/// A shell's completion script, made from the commands.
package enum CompletionScript: String, CaseIterable, Sendable {
    case bash, zsh, fish

    package func text(for root: Command) -> String {
        switch self {
        case .bash: BashCompletion.text(for: root)
        case .zsh: ZshCompletion.text(for: root)
        case .fish: FishCompletion.text(for: root)
        }
    }
}

extension Command {
    /// This command and every one below it, each with the words that lead to it.
    func walk(from path: [String] = []) -> [(path: [String], command: Command)] {
        let here = path + [name]
        return [(here, self)] + subcommands.flatMap { $0.walk(from: here) }
    }
}

/// A word in single quotes, for POSIX shells.
func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
