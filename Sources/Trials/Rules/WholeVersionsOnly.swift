import FaultInjection
import Reporting

/// Rule 2: an available entry's file exists, is accepted by its type's validator, and is byte for byte one version
/// of the picked item that the provider served.
enum WholeVersionsOnly {
    static func check(_ evidence: Evidence) -> [Violation] {
        evidence.changes.flatMap { change in
            missing(change, evidence) + change.newEntries.flatMap { entry($0, change, evidence) }
        }
    }

    /// An import that says it succeeded has an entry.
    private static func missing(_ change: Evidence.Change, _ evidence: Evidence) -> [Violation] {
        let successes = change.attempts.filter { $0.result.succeeded && !$0.isCancelled && !$0.wasKilled }
        // One that names an entry which had been there before, or another import's, has merged two picks: rule 4.
        let merged = NothingOverwritten.mergedImports(change).count
        guard change.after.listFailure == nil, change.newEntries.count + merged < successes.count else { return [] }
        return [
            evidence.violation(
                2, successes.last, claimed: successes.last?.claim ?? "",
                truth: "`list` shows \(change.newEntries.count) new entries for \(successes.count) imports")
        ]
    }

    private static func entry(
        _ entry: ListedEntry, _ change: Evidence.Change, _ evidence: Evidence
    ) -> [Violation] {
        let attempt = origin(of: entry, change)
        func broken(_ truth: String) -> [Violation] {
            [evidence.violation(2, attempt, claimed: attempt.claim, truth: truth)]
        }
        guard let file = change.after.file(of: entry) else {
            return broken("entry \(entry.id) has no file at “\(entry.path)”")
        }
        guard let sha256 = file.sha256 else { return broken("entry \(entry.id) is no regular file") }
        guard let document = evidence.document(of: attempt) else { return [] }
        if mustBePDF(attempt), file.type != "PDF" {
            return broken("the entry's file is no PDF but \(file.type), \(file.size) bytes")
        }
        let sources = Set(change.attempts.map { ExactPath($0.document) })
        if sources.contains(where: { evidence.versions(of: $0.text).contains(sha256) }) { return [] }
        let isOfItsLength =
            file.size == document.size || Set(evidence.versions(of: attempt.document)).count > 1
        if couldNotBeTold(evidence.faultKinds(on: attempt.document), isOfItsLength) { return [] }
        return broken(
            "the entry's \(file.size) bytes are no version of the document, which has \(document.size) bytes")
    }

    /// By the name under which it was picked, which is what the importer was told: a rule at the pick may have taken it
    /// the ending. Or since the importer says so itself. A document without either is what its bytes are, and they must
    /// be a version that was served.
    private static func mustBePDF(_ attempt: Attempt) -> Bool {
        (attempt.copyName ?? attempt.pickedPath).lowercased().hasSuffix(".pdf")
            || attempt.result.entry?.contentType?.lowercased().contains("pdf") == true
    }

    /// The import that the entry comes from: the one that named it, else the one that succeeded.
    private static func origin(of entry: ListedEntry, _ change: Evidence.Change) -> Attempt {
        change.attempts.first { $0.result.entry?.id == entry.id }
            ?? change.attempts.first { $0.result.succeeded && $0.result.entry?.id == nil }
            ?? change.attempts.first { $0.wasKilled } ?? change.attempts[0]
    }

    /// Damage that nothing could have told, neither length, time, version, a stated checksum nor an error, is counted
    /// against no importer. Wrong bytes are as many as the right ones: a copy of another length was cut by its importer.
    private static func couldNotBeTold(_ met: Set<Fault.Kind>, _ isOfItsLength: Bool) -> Bool {
        let silent: Set<Fault.Kind> = [.zeros, .corrupt]
        // Between two versions any length may have been served.
        let versions: Set<Fault.Kind> = [.tear, .stale]
        let shortening: Set<Fault.Kind> = [.endEarly, .shrink]
        return (isOfItsLength && !met.isDisjoint(with: silent)) || !met.isDisjoint(with: versions)
            || (met.contains(.reportSize) && !met.isDisjoint(with: shortening))
    }
}
