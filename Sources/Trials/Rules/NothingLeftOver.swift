import Reporting

/// Rule 5: after recovery no staged or orphaned file and no pending entry is left.
enum NothingLeftOver {
    static func check(_ evidence: Evidence) -> [Violation] {
        guard let last = evidence.snapshots.last(where: { $0.isAfterRelaunch && $0.recoverFailure == nil }) else {
            return []
        }
        let attempt = evidence.attempts.last { !$0.result.succeeded }
        func broken(_ truth: String) -> Violation {
            evidence.violation(5, attempt, phase: nil, claimed: "recovered", truth: truth)
        }
        let references = Set(evidence.witnesses.references.compactMap(\.entry))
        let pending = last.listing.filter { !$0.isAvailable && !($0.isReference && references.contains($0.id)) }
        let kept = Set(last.listing.map(\.path))
            .union(ImporterBaseline.files(evidence.witnesses.baseline, of: last.listing))
        let orphans = last.files.map(\.path).filter { !kept.contains($0) }
        return pending.map { broken("entry \($0.id) is still \($0.state)") }
            + orphans.map { broken("“\($0)” belongs to no entry") }
            + evidence.witnesses.strayFiles.map { broken("“\($0)” is left outside the library") }
    }
}
