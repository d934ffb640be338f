import Arguments
import Reporting
import Soak
import Trials

/// One trial of a soak, with all that it was.
enum SoakSingleTrial {
    static func run(_ number: Int, of generator: TrialGenerator, setting: TrialRunner.Setting) throws -> ExitCode {
        let trial = generator.trial(number)
        print(trial.providerConfig)
        for document in trial.documents { print("document “\(document.path.escapingControls)”: \(document.content)") }
        print(trial.steps.map(\.words.escapingControls).joined(separator: "\n"), terminator: "\n\n")
        let witnesses: Witnesses
        do throws(TrialFailure) {
            witnesses = try TrialExecution(setting: setting).witnesses(of: trial)
        } catch {
            if Interruption.wasAsked { return .interrupted }
            throw CommandFailure(.internalError, "the trial could not be carried out: \(error)")
        }
        for attempt in witnesses.attempts { print(line(attempt)) }
        let violations = Judge.violations(in: witnesses)
        print(violations.isEmpty ? "No rule was broken." : "")
        for violation in violations { print(violation.description.escapingControls) }
        return violations.isEmpty ? .success : .failure
    }

    private static func line(_ attempt: Attempt) -> String {
        let result = attempt.result
        let what =
            attempt.pickFailure.map { "the picker refused: \($0)" } ?? result.failure.map {
                "failed in \($0.phase ?? "?"): \($0.cause ?? "")"
            } ?? result.entry.map { "entry \($0.id ?? "?")" } ?? result.lastWords
        let end =
            result.exitCode.map { "exit code \($0)" } ?? result.signal.map { "signal \($0)" } ?? "no end"
        let milliseconds = (attempt.endedAt - attempt.startedAt) / 1_000_000
        return "import “\(attempt.document)”: \(end) after \(milliseconds) ms, \(what)".escapingControls
    }
}
