import Reporting
import Trace
import Trials

/// The smallest trial that shows a cause, and how reliably it does.
package struct Reproduction: Sendable {
    package var cause: Cause
    package var trial: SoakTrial
    /// Of the last failing run.
    package var violation: Violation?
    package var trace: [TraceEvent]
    package var record: TrialRecord?
    package var shrunk: ShrunkRecord

    /// How often a trial whose failure depends on scheduling is tried before it counts as not failing.
    private static let patience = 6
    /// How often the smallest is run to say how often it fails.
    private static let repetitions = 5

    /// Searches for it.
    package static func search(
        _ cause: Cause, in trial: SoakTrial, execution: TrialExecution, mustStop: @escaping () -> Bool
    ) -> Reproduction {
        var reproduction = Reproduction(
            cause: cause, trial: trial, violation: nil, trace: [], record: nil,
            shrunk: ShrunkRecord(
                rules: trial.rules.count, documents: trial.documents.count, steps: trial.steps.count, failed: 0,
                repetitions: 0, tries: 0, wasCutShort: false))
        // One that fails at once three times is taken for certain; one that doesn't gets more tries at each step.
        let firsts = (0..<3).map { _ in mustStop() ? nil : reproduction.attempt(trial, execution) }
        let isCertain = firsts.allSatisfy { $0 == true }
        if !isCertain, !firsts.contains(true), !reproduction.repeats(trial, execution, patience, mustStop) {
            reproduction.shrunk.repetitions = 3 + patience
            reproduction.shrunk.wasCutShort = mustStop()
            return reproduction
        }
        let tries = isCertain ? 1 : patience
        var best = reproduction
        var shrinker = TrialShrinker(mustStop: mustStop) { candidate in
            var attempt = best
            guard attempt.repeats(candidate, execution, tries, mustStop) else { return false }
            best = attempt
            return true
        }
        let smallest = (try? shrinker.shrink(trial)) ?? trial
        best.trial = smallest
        let repetitions = mustStop() ? 2 : Reproduction.repetitions
        let failed = (0..<repetitions).count { _ in best.attempt(smallest, execution) == true }
        best.shrunk = ShrunkRecord(
            rules: smallest.rules.count, documents: smallest.documents.count, steps: smallest.steps.count,
            failed: failed, repetitions: repetitions, tries: shrinker.tries, wasCutShort: shrinker.wasCutShort)
        return best
    }

    private mutating func repeats(
        _ trial: SoakTrial, _ execution: TrialExecution, _ tries: Int, _ mustStop: () -> Bool
    ) -> Bool {
        for _ in 0..<tries {
            if attempt(trial, execution) == true { return true }
            if mustStop() { return false }
        }
        return false
    }

    /// Runs it once.
    /// - Returns: Whether it failed in the same way; nil: it couldn't be run.
    private mutating func attempt(_ trial: SoakTrial, _ execution: TrialExecution) -> Bool? {
        guard let witnesses = try? execution.witnesses(of: trial) else { return nil }
        let record = TrialRecord(
            witnesses, config: "trial \(trial.number)", seed: trial.seed, repetition: 1, isOwn: false, command: "",
            seconds: 0)
        guard let violation = record.violations.first(where: { cause.isShown(by: $0) }) else { return false }
        self.violation = violation
        self.record = record
        trace = witnesses.trace
        return true
    }
}

extension Cause {
    /// Whether a violation is of this cause; that fewer faults were met makes no other.
    package func isShown(by violation: Violation) -> Bool {
        violation.rule == rule && Cause.general(violation.truth) == text
    }
}
