import Reporting

/// Rule 1: a cancelled selection adds no entry. A failed import adds no available entry, and leaves what `list`
/// prints, and every listed file's bytes, as they were.
enum NothingHalfImported {
    static func check(_ evidence: Evidence) -> [Violation] {
        evidence.changes.flatMap { change in entries(change, evidence) + listing(change, evidence) }
    }

    /// No more new entries than imports that may have added one.
    private static func entries(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        let added = change.newEntries.count
        let successes = change.attempts.count { $0.result.succeeded && !$0.isCancelled }
        let killed = change.attempts.count { $0.wasKilled }
        guard added > successes + killed else { return [] }
        let guilty = change.attempts.first { !$0.result.succeeded || $0.isCancelled } ?? change.attempts.last
        return [
            evidence.violation(
                1, guilty, claimed: guilty?.claim ?? "",
                truth: guilty?.isCancelled == true
                    ? "the selection was cancelled, and the library has an entry more"
                    : "the library has \(added) new entries after \(successes) successful imports")
        ]
    }

    /// What was there before is there after, unchanged, unless the import was killed and not yet recovered from.
    private static func listing(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        guard let attempt = change.attempts.last(where: { !$0.result.succeeded }), change.after.listFailure == nil
        else { return change.after.listFailure.map { [unlisted($0, change, evidence)] } ?? [] }
        var violations: [Violation] = []
        for entry in change.before.available {
            guard let now = change.after.listing.first(where: { $0.id == entry.id }) else {
                violations.append(
                    evidence.violation(
                        1, attempt, claimed: attempt.claim, truth: "entry \(entry.id) is no longer listed"))
                continue
            }
            if now != entry {
                violations.append(
                    evidence.violation(
                        1, attempt, claimed: attempt.claim, truth: "entry \(entry.id) is listed otherwise than before"))
            }
            if change.before.file(of: entry) != change.after.file(of: entry) {
                violations.append(
                    evidence.violation(
                        1, attempt, claimed: attempt.claim, truth: "the file of entry \(entry.id) has changed"))
            }
        }
        let mayBePending = change.attempts.contains(where: \.wasKilled)
        let unavailable = { (snapshot: LibrarySnapshot) in snapshot.listing.filter { !$0.isAvailable }.map(\.id) }
        let pending = Set(unavailable(change.after)).subtracting(unavailable(change.before))
        if !mayBePending, change.attempts.allSatisfy({ !$0.result.succeeded }), let left = pending.sorted().first {
            violations.append(
                evidence.violation(
                    1, attempt, claimed: attempt.claim, truth: "`list` shows the failed import as entry \(left)"))
        }
        return violations
    }

    private static func unlisted(_ reason: String, _ change: Evidence.Change, _ evidence: Evidence) -> Violation {
        evidence.violation(
            1, change.attempts.last, claimed: change.attempts.last?.claim ?? "",
            truth: "the library can't be listed: \(reason)")
    }
}
