import Arguments
import Glibc
import SystemIO

/// A development tool: loads a folder, measures it, and holds it to the conformance suite. `scripts/bench` drives it.
@main struct WorkloadProgram {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ words: [String]) -> CInt {
        do {
            switch try CommandLineParser.parse(words, root: WorkloadCommands.root) {
            case .help(let command, let path):
                print(HelpText.text(for: command, path: path), terminator: "")
                return 0
            case .run(let command, let invocation):
                guard case .synchronous(let work) = command.action else { return 70 }
                return try work(invocation).rawValue
            }
        } catch {
            Terminal.writeError("\(error)\n")
            return error is UsageError ? 64 : 1
        }
    }
}
