import Synchronization

/// One import: the six phases in order, with what each owes undone on every path.
///
/// Everything happens on the calling thread, which must not be the main one: the scope is started, the read
/// coordinated, the bytes copied and the scope stopped in one go, so that no access outlives the copy.
public final class ImportRun: Sendable {
    public let control: ImportControl
    private let source: any ImportSource
    private let journal: any EntryJournal
    private let storage: any DocumentStorage
    private let validator: any DocumentValidator
    private let policy: ImportPolicy
    /// The entry that `undo` has to remove.
    private let pending = Mutex<EntryID?>(nil)
    /// What came of the copy, once that is known.
    private let settled = Mutex<Result<DocumentCopy, ImportProblem>?>(nil)

    public init(
        source: any ImportSource, journal: any EntryJournal, storage: any DocumentStorage,
        validator: any DocumentValidator, policy: ImportPolicy = ImportPolicy(), control: ImportControl
    ) {
        self.source = source
        self.journal = journal
        self.storage = storage
        self.validator = validator
        self.policy = policy
        self.control = control
    }

    /// Imports the document.
    /// - Returns: its entry, which is available.
    /// - Throws: `ImportFailure`; then the library is as it was, or where even undoing failed, `recover` makes it so.
    public func perform() throws(ImportFailure) -> ImportEntry {
        defer { control.finish() }
        let copy = Result { () throws(ImportProblem) in try copyUnderAccess() }
        // An abandoned import is ended by who abandoned it.
        if control.isAbandoned { throw failure(control.abandonment) }
        return try end(copy)
    }

    /// Ends an import whose thread was abandoned, on another one. A document that had come whole by then, so that its
    /// thread was lost in giving the original back, is imported all the same, with a note that says so.
    /// - Throws: `ImportFailure`.
    public func performAbandoned() throws(ImportFailure) -> ImportEntry {
        defer { control.finish() }
        return try end(settled.withLock { $0 } ?? .failure(control.abandonment))
    }

    private func end(_ copy: Result<DocumentCopy, ImportProblem>) throws(ImportFailure) -> ImportEntry {
        do throws(ImportProblem) {
            let copy = try copy.get()
            try copy.document.synchronize()
            return try keep(copy)
        } catch {
            let failure = failure(error)
            undo()
            throw failure
        }
    }

    private func failure(_ problem: ImportProblem) -> ImportFailure {
        ImportFailure(document: source.displayName, phase: control.progress.phase, problem: problem)
    }

    /// Removes what the import left in the library. Errors are left to recovery, which finds the pending entry: the
    /// person is told of the failure that led here, and not of this one.
    private func undo() {
        guard let id = pending.withLock({ $0 }) else { return }
        do throws(ImportProblem) {
            if control.progress.phase == .commit { try journal.retract(id) }
            // First, since on a full disk it makes the room that the journal takes.
            try storage.discard(id)
            try journal.forget([id])
        } catch {}
    }
}

// authorize, coordinate, stage
extension ImportRun {
    private func copyUnderAccess() throws(ImportProblem) -> DocumentCopy {
        try source.read(control, settled: { copy in settled.withLock { $0 = copy } }) {
            (reader) throws(ImportProblem) in
            try stage(reader)
        }
    }

    private func stage(_ reader: any SourceReader) throws(ImportProblem) -> DocumentCopy {
        let copying = try CopyLoop(reader: reader, control: control)
        let head = try copying.readHead()
        let candidate = ImportCandidate(
            displayName: source.displayName, origin: source.origin, attributes: copying.before)
        if !policy.keepsUnknownTypes, !head.withUnsafeBytes(validator.mayKnow(head:)) {
            try control.enter(.validate)
            _ = try policy.outcome(of: .unknown, claimed: candidate.claimedType)
        }
        let id = try journal.begin(candidate)
        pending.withLock { $0 = id }
        let document = try storage.stage(id)
        let size = try copying.copy(to: document)
        let digest = document.finishDigest()
        try copying.proveWhole(size: size, sha256: digest)
        return DocumentCopy(id: id, candidate: candidate, document: document, size: size, sha256: digest)
    }
}

// validate, publish, commit
extension ImportRun {
    private func keep(_ copy: DocumentCopy) throws(ImportProblem) -> ImportEntry {
        try control.enter(.validate)
        let claimed = copy.candidate.claimedType
        let verdict = try validator.validate(copy.id, claimed: claimed, control)
        let (type, outcome) = try policy.outcome(of: verdict, claimed: claimed)
        try control.enter(.publish)
        let path = try storage.publish(copy.id, as: type)
        try control.enter(.commit)
        var result = ImportResult(
            path: path, size: copy.size, sha256: copy.sha256, contentType: type, outcome: outcome)
        var notes: [String] = []
        if case .repaired(_, let complaint) = verdict { notes.append(complaint) }
        if control.hasLeftLate { notes.append("the provider did not let go of the original in time") }
        if !notes.isEmpty { result.note = notes.joined(separator: "; ") }
        return try journal.commit(copy.id, result)
    }
}

/// A staged copy that was proven whole.
private struct DocumentCopy: Sendable {
    let id: EntryID
    let candidate: ImportCandidate
    let document: any StagedDocument
    let size: Int64
    let sha256: String
}
