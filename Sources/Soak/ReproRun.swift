import Reporting
import Trials

/// Runs a reproduction again, and says whether it still fails.
package struct ReproRun: Sendable {
    package struct Result: Sendable {
        package var repetitions: Int
        /// Those that broke the same rule in the same way.
        package var failures: [Violation]
        /// What else was broken.
        package var others: [Violation]
        /// How often the trial itself could not be carried out, with the last reason.
        package var unfinished: Int
        package var reason: String?
    }

    private let folder: ReproFolder
    private let execution: TrialExecution

    package init(_ folder: ReproFolder, setting: TrialRunner.Setting) {
        self.folder = folder
        execution = TrialExecution(setting: setting)
    }

    /// A failure that comes now and then is given as many more tries as it needs to show up nearly surely.
    package var usualRepetitions: Int {
        guard folder.failed > 0 else { return 10 }
        return folder.failed == folder.repetitions ? 2 : min(20, 4 * folder.repetitions / folder.failed)
    }

    package func run(repetitions: Int? = nil, each: (Int, [Violation]) -> Void = { _, _ in }) -> Result {
        let count = repetitions ?? usualRepetitions
        var result = Result(repetitions: count, failures: [], others: [], unfinished: 0)
        for number in 1...count {
            do throws(TrialFailure) {
                let violations = Judge.violations(in: try execution.witnesses(of: folder.trial))
                let same = violations.filter(folder.wantedCause.isShown)
                result.failures += same.prefix(1)
                result.others += violations.filter { !folder.wantedCause.isShown(by: $0) }
                each(number, violations)
            } catch {
                result.unfinished += 1
                result.reason = error.description
            }
        }
        return result
    }
}
