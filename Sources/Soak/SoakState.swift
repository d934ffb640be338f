import Reporting
import Trace
import Trials

/// What a soak has found out so far.
struct SoakState: Sendable {
    var record = SoakRecord()
    var groups = FindingGroups()
    /// The first failing trial of each cause, as far as this process ran it.
    var examples: [Cause: Example] = [:]
    var resources = ResourceWatch()

    struct Example: Sendable {
        var trial: SoakTrial
        var record: TrialRecord
        var trace: [TraceEvent]
    }

    mutating func add(_ summary: TrialSummary) {
        record.trials += 1
        record.imports += summary.imports
        record.faultsMet += summary.faultsMet
        record.kills += summary.kills
        record.mounts += summary.mounts
        record.voidTrials += summary.isVoid ? 1 : 0
        for count in summary.counts { record.add(count) }
        for violation in summary.violations { groups.add(violation, trial: summary.number) }
        if let failure = summary.failure {
            groups.add(
                Violation(rule: 0, claimed: "", truth: "the trial itself failed: \(failure)"), trial: summary.number)
        }
        record.violations = groups.violationCount
    }

    mutating func keep(_ example: Example) {
        for violation in example.record.violations {
            let cause = Cause(violation)
            if let known = examples[cause], known.trial.number <= example.trial.number { continue }
            examples[cause] = example
        }
    }
}
