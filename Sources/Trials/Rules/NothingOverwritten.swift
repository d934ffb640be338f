import Reporting

/// Rule 4: nothing is overwritten: stored names are the app's own identifiers, created exclusively; the display name
/// is data. Equal bytes never merge two picks.
enum NothingOverwritten {
    static func check(_ evidence: Evidence) -> [Violation] {
        evidence.changes.flatMap { change in
            overwritten(change, evidence) + merged(change, evidence) + sharing(change, evidence)
                + named(change, evidence)
        } + OriginalIsLeft.check(evidence)
    }

    private static func overwritten(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        guard let attempt = change.attempts.last(where: \.result.succeeded) else { return [] }
        return change.before.available.compactMap { entry in
            guard let was = change.before.file(of: entry), let now = change.after.file(of: entry), was != now else {
                return nil
            }
            return evidence.violation(
                4, attempt, claimed: attempt.claim, truth: "it wrote over the file of entry \(entry.id)")
        }
    }

    /// Imports that say they succeeded, and name an entry that was there before or that another of them names too.
    static func mergedImports(_ change: Evidence.Change) -> [Attempt] {
        var known = Set(change.before.available.map(\.id))
        return change.attempts.filter { attempt in
            guard attempt.result.succeeded, !attempt.isCancelled, let id = attempt.result.entry?.id else {
                return false
            }
            return !known.insert(id).inserted
        }
    }

    private static func merged(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        mergedImports(change).map { attempt in
            evidence.violation(
                4, attempt, claimed: attempt.claim,
                truth: "it names entry \(attempt.result.entry?.id ?? "?"), which is another import's")
        }
    }

    private static func sharing(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        let entries = Dictionary(grouping: change.after.available, by: \.path)
        guard let shared = entries.first(where: { $0.value.count > 1 && !$0.key.isEmpty }),
            shared.value.contains(where: { entry in change.newEntries.contains(entry) })
        else { return [] }
        return [
            evidence.violation(
                4, change.attempts.last, claimed: change.attempts.last?.claim ?? "",
                truth: "\(shared.value.count) entries share one file, “\(shared.key)”")
        ]
    }

    private static func named(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        change.newEntries.compactMap { entry in
            guard let name = entry.path.split(separator: "/").last,
                let attempt = change.attempts.first(where: { $0.document.split(separator: "/").last == name })
            else { return nil }
            return evidence.violation(
                4, attempt, claimed: attempt.claim, truth: "the stored file has the document's own name, “\(name)”")
        }
    }
}
