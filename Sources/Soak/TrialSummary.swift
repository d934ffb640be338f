import Reporting
import Trials

/// What a soak keeps of each trial, and writes down so that it can go on after it was killed.
package struct TrialSummary: Codable, Hashable, Sendable {
    package var number: Int
    package var imports = 0
    package var faultsMet = 0
    package var kills = 0
    package var mounts = 1
    /// It had rules, and none fired.
    package var isVoid = false
    /// What the trial took.
    package var seconds = 0.0
    /// Since the soak began.
    package var elapsed = 0.0
    package var counts: [BehaviourCount] = []
    package var violations: [Violation] = []
    /// Why the trial itself could not be carried out.
    package var failure: String?

    package init(number: Int) {
        self.number = number
    }

    package init(_ trial: SoakTrial, _ witnesses: Witnesses, record: TrialRecord) {
        number = trial.number
        imports = witnesses.attempts.count { $0.pickFailure == nil }
        faultsMet =
            witnesses.trace.count { $0.kind == .fault } + witnesses.attempts.count { $0.libraryFault != nil }
        mounts = 1 + trial.steps.count { $0 == .killProvider }
        kills = witnesses.attempts.count(where: \.wasKilled) + mounts - 1
        isVoid = !trial.rules.isEmpty && faultsMet == 0
        violations = record.violations
        let kinds = Dictionary(record.rules.map { ($0.name, $0.fault) }, uniquingKeysWith: { first, _ in first })
        var soak = SoakRecord()
        for document in record.documents {
            let fired = Set(document.rulesFired.compactMap { kinds[$0] })
            for kind in fired.isEmpty ? ["none"] : fired.sorted() {
                soak.add(
                    BehaviourCount(
                        behaviour: kind, documentType: document.type, outcome: document.outcome,
                        phase: document.phase, count: 1))
            }
        }
        counts = soak.matrix
    }
}
