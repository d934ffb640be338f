import Reporting

/// The violations of many trials, each cause once.
package struct FindingGroups: Sendable {
    package private(set) var findings: [Cause: FindingRecord] = [:]
    package private(set) var violationCount = 0

    package init() {}

    /// Adds a violation.
    /// - Returns: Whether its cause is new.
    @discardableResult
    package mutating func add(_ violation: Violation, trial: Int) -> Bool {
        violationCount += 1
        let cause = Cause(violation)
        guard var known = findings[cause] else {
            findings[cause] = FindingRecord(
                rule: cause.rule, cause: cause.text, firstTrial: trial, example: violation,
                isUnprovoked: cause.isUnprovoked)
            return true
        }
        known.count += 1
        // The first by number, not by time: the same one, however many jobs or shards there were.
        if trial < known.firstTrial {
            known.firstTrial = trial
            known.example = violation
        }
        findings[cause] = known
        return false
    }

    package mutating func update(_ cause: Cause, _ change: (inout FindingRecord) -> Void) {
        if var finding = findings[cause] {
            change(&finding)
            findings[cause] = finding
        }
    }

    /// In the order of their rules.
    package var sorted: [FindingRecord] { findings.sorted { $0.key < $1.key }.map(\.value) }
}
