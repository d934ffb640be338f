import Arguments
import Soak
import Trials

enum ImporterCheckCommand {
    private static let bound = Option<Duration>(
        "bound", help: "How long one import may take (default: 5s); the importer sees it as FPSIM_BOUND.")

    static let command: Command = .init(
        name: "importer-check", abstract: "say whether a command keeps the contract of an importer",
        discussion: """
            An importer is a command with three verbs, called with its arguments in exactly this order:

            CMD import --library DIR [--cancel] SOURCE: exit code 0 and the entry as a JSON line, or another code; \
            then the last line of either stream may be {"phase":…, "cause":…, "retryable":…}. SOURCE is a \
            percent-encoded file: URL whose query holds the scope's token.

            CMD list --library DIR: a JSON line an entry, with id, state (available, pending, …), path (relative to \
            DIR) and displayName.

            CMD recover --library DIR: what an app does at launch.

            The environment has FPSIM (this program, for "$FPSIM" with-access SOURCE -- command), FPSIM_BOUND (whole \
            seconds) and a TMPDIR of its own.
            """,
        options: [bound], operands: [Operand("CMD", help: "The command, with its arguments, as one word.")],
        examples: [.init("fpsim importer-check 'python3 my_importer.py'", "does it keep the contract?")]
    ) { invocation in
        let line = invocation.operand("CMD")
        guard let importer = ImporterUnderTest(commandLine: line) else {
            throw UsageError("'\(line)' is no command", path: invocation.path)
        }
        ContainedRun.claimAllOrphans()
        var setting = TrialRunner.Setting(
            program: ProjectFiles.program, importer: importer, bound: invocation[bound] ?? .seconds(5))
        do throws(TrialFailure) {
            setting.baseline = try ImporterBaseline.measure(setting)
        } catch {
            Console.printNow("\(Console.styled("NO ", .bad)) \(error.description.escapingControls)")
            return .failure
        }
        var isKept = true
        for check in ContractCheck.all where !passes(check, setting) { isKept = false }
        print(isKept ? "It keeps the contract." : "It doesn't keep the contract.")
        return isKept ? .success : .failure
    }

    private static func passes(_ check: ContractCheck, _ setting: TrialRunner.Setting) -> Bool {
        let shortcomings: [String]
        do throws(TrialFailure) {
            shortcomings = try check.shortcomings(TrialExecution(setting: setting))
        } catch {
            shortcomings = ["the trial could not be carried out: \(error)"]
        }
        let mark = shortcomings.isEmpty ? Console.styled("yes", .good) : Console.styled("NO ", .bad)
        Console.printNow("\(mark) \(check.name)")
        for shortcoming in shortcomings { Console.printNow("      \(shortcoming.escapingControls)") }
        return shortcomings.isEmpty
    }
}
