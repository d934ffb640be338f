import Reporting

/// Rule 3: after a relaunch an entry opens, though the original has moved, and though the library's directory was
/// moved too.
enum SurvivesRelaunch {
    static func check(_ evidence: Evidence) -> [Violation] {
        var violations: [Violation] = []
        var before: LibrarySnapshot?
        for snapshot in evidence.snapshots {
            if snapshot.isAfterRelaunch, let before { violations += compare(before, snapshot, evidence) }
            violations += snapshot.available.flatMap { path(of: $0, evidence) }
            before = snapshot
        }
        var seen: Set<Violation> = []
        return violations.filter { seen.insert($0).inserted }
    }

    private static func compare(
        _ before: LibrarySnapshot, _ after: LibrarySnapshot, _ evidence: Evidence
    ) -> [Violation] {
        if let reason = after.recoverFailure ?? after.listFailure {
            return [evidence.violation(3, nil, claimed: "can't start again", truth: reason)]
        }
        return before.available.flatMap { entry -> [Violation] in
            let attempt = evidence.attempts.last { $0.result.entry?.id == entry.id }
            func broken(_ truth: String) -> [Violation] {
                [evidence.violation(3, attempt, claimed: "listed entry \(entry.id) before", truth: truth)]
            }
            guard let now = after.available.first(where: { $0.id == entry.id }) else {
                return broken("after the relaunch the entry is gone")
            }
            guard let file = after.file(of: now), file.sha256 != nil else {
                return broken("after the relaunch there is no file at “\(now.path)”")
            }
            let was = before.file(of: entry)?.sha256
            if let was, was != file.sha256 { return broken("after the relaunch the file's bytes are others") }
            return []
        }
    }

    /// A path that leads out of the library is somebody else's file.
    private static func path(of entry: ListedEntry, _ evidence: Evidence) -> [Violation] {
        guard entry.path.hasPrefix("/") || entry.path.split(separator: "/").contains("..") || entry.path.contains(":")
        else { return [] }
        let attempt = evidence.attempts.last { $0.result.entry?.id == entry.id }
        return [
            evidence.violation(
                3, attempt, claimed: "lists “\(entry.path)”", truth: "the entry's path isn't within the library")
        ]
    }
}
