import ImportCore
import Synchronization
import SystemIO

/// The library's database, which is both journal and list of entries.
final class EntryStore: ReferenceJournal {
    let database: SharedDatabase
    let folder: LibraryFolder
    private let changes: GroupCommit<Change, Change.Effect>
    let owner = Mutex<Owner?>(nil)
    /// Entries of failed imports that this process could not take back, so that they may be in the database still.
    let inDoubt = Mutex<Set<EntryID>>([])
    /// Commits that the disk did not confirm: the next change that it takes carries them too.
    private let unconfirmed: Unconfirmed

    private typealias Outcome<Value> = Result<Value, any Error>

    init(database: SharedDatabase, folder: LibraryFolder, traffic: ImportTraffic = ImportTraffic()) {
        self.database = database
        self.folder = folder
        let unconfirmed = Unconfirmed()
        self.unconfirmed = unconfirmed
        changes = GroupCommit(traffic: traffic) { group in
            let outcomes = Self.apply(group, unconfirmed, to: database)
            // Who reports an import must be sure that a relaunch finds it.
            guard group.contains(where: \.addsAvailable), !folder.isInPlace else { return outcomes }
            let lost = ImportProblem(
                .storage, "the library's database or its documents were replaced or removed while it was in use")
            return zip(group, outcomes).map { change, outcome in change.addsAvailable ? .failure(lost) : outcome }
        }
    }

    func begin(_ candidate: ImportCandidate) throws(ImportProblem) -> EntryID {
        let id = EntryID.random()
        let begin = Change.begin(id, candidate, owner: try ownerNumber())
        do throws(ImportProblem) {
            _ = try apply(begin)
        } catch {
            // A commit that reports an error may have reached the disk all the same; one that never got its turn has not.
            if error.kind != .busy { try? forget([id]) }
            throw error
        }
        return id
    }

    func commit(_ id: EntryID, _ result: ImportResult) throws(ImportProblem) -> ImportEntry {
        let commit = Change.commit(id, result, owner: try ownerNumber())
        switch changes.submit(commit) {
        case .success(.committed(let name)):
            return ImportEntry(id: id, displayName: name, result: result)
        case .success:
            throw ImportProblem(.internal, "the pending entry is gone")
        case .failure(let error):
            if (error as? DatabaseError)?.mayHaveCommitted == true, let entry = entry(id, result, commit) {
                return entry
            }
            return try Outcome<ImportEntry>.failure(error).getOrProblem()
        }
    }

    func refer(_ id: EntryID, _ bookmark: ItemBookmark) throws(ImportProblem) {
        guard case .done = try apply(.refer(id, bookmark, owner: try ownerNumber())) else {
            throw ImportProblem(.internal, "the pending entry is gone")
        }
        try? note(id, "referenced", bookmark.path.text)
    }

    func relink(
        _ id: EntryID, _ bookmark: ItemBookmark, displayName: DisplayName, as event: RelinkEvent
    ) throws(ImportProblem) {
        guard case .done = try apply(.relink(id, bookmark, displayName)) else {
            throw ImportProblem(
                .missing, "there is no such reference in the library", remedy: ImportProblem.Remedy.none)
        }
        try note(id, event.rawValue, bookmark.path.text)
    }

    /// What a relaunch would find of a commit that was written, and that the disk then did not confirm: nothing where
    /// it can be taken back. Where nothing can be written any more it stays, and then it is not to be called failed.
    private func entry(_ id: EntryID, _ result: ImportResult, _ commit: Change) -> ImportEntry? {
        do throws(ImportProblem) {
            try overwriteCommit(of: id)
            return nil
        } catch {
            var result = result
            result.note = "the disk did not confirm this entry: a power cut may lose it"
            inDoubt.withLock { _ = $0.remove(id) }
            unconfirmed.add(commit)
            return ImportEntry(id: id, displayName: name(of: id), result: result)
        }
    }

    private func name(of id: EntryID) -> DisplayName {
        var name = DisplayName("")
        try? database.use { (database) throws(DatabaseError) in
            try database.run("SELECT displayName FROM entries WHERE id = ?", [.text(id.rawValue)]) { row in
                name = DisplayName(bytes: row.bytes(0))
            }
        }
        return name
    }

    func retract(_ id: EntryID) throws(ImportProblem) {
        // Where a commit has failed and no part of it may be on the disk, nothing has to be written; which a full disk
        // wouldn't take.
        if isPending(id) { return }
        try overwriteCommit(of: id)
    }

    private func isPending(_ id: EntryID) -> Bool {
        var isPending = false
        try? database.use { (database) throws(DatabaseError) in
            try database.run("SELECT state = 'pending' FROM entries WHERE id = ?", [.text(id.rawValue)]) { row in
                isPending = row.integer(0) == 1
            }
        }
        return isPending
    }

    /// Makes an entry pending by a change of its own, which takes the place of a commit that the disk didn't confirm.
    private func overwriteCommit(of id: EntryID) throws(ImportProblem) {
        try takeBack(.retract(id, owner: try ownerNumber()), [id])
    }

    /// Takes an entry out of the list: from here on it is a pending one of this process.
    /// - Returns: false when there is no such entry.
    /// - Throws: `ImportProblem`; a busy one while it is being imported or removed.
    func withdraw(_ id: EntryID) throws(ImportProblem) -> Bool {
        if case .done = try takeBack(.withdraw(id, owner: try ownerNumber()), [id]) { return true }
        guard try known([id]).contains(id) else { return false }
        // What a dead importer left is anybody's to remove.
        if try orphans().contains(id) { return true }
        throw ImportProblem(.busy, "it is being imported or removed: wait until that has ended")
    }

    func forget(_ ids: [EntryID]) throws(ImportProblem) {
        try takeBack(.forget(ids), ids)
    }

    @discardableResult
    private func takeBack(_ change: Change, _ ids: [EntryID]) throws(ImportProblem) -> Change.Effect {
        do throws(ImportProblem) {
            let effect = try apply(change)
            if case .forget = change { inDoubt.withLock { $0.subtract(ids) } }
            return effect
        } catch {
            inDoubt.withLock { $0.formUnion(ids) }
            throw error
        }
    }

    /// Adds to an entry's history.
    func note(_ id: EntryID, _ event: String, _ detail: String?) throws(ImportProblem) {
        _ = try apply(.note(id, event: event, detail: detail))
    }

    func known(_ ids: [EntryID]) throws(ImportProblem) -> Set<EntryID> {
        do throws(DatabaseError) {
            return try database.use { (database) throws(DatabaseError) in
                var known: Set<EntryID> = []
                for id in ids {
                    let sql = "SELECT count(*) FROM entries WHERE id = ?"
                    if try database.integer(sql, [.text(id.rawValue)]) != 0 { known.insert(id) }
                }
                return known
            }
        } catch {
            throw error.problem
        }
    }

    private func apply(_ change: Change) throws(ImportProblem) -> Change.Effect {
        try changes.submit(change).getOrProblem()
    }

    /// Carries out a group in one transaction; when that fails, each alone, so that one can't fail the others.
    private static func apply(
        _ group: [Change], _ unconfirmed: Unconfirmed, to database: SharedDatabase
    ) -> [Outcome<Change.Effect>] {
        do throws(DatabaseError) {
            let owed = unconfirmed.changes
            let effects = try database.use { (database) throws(DatabaseError) in
                try database.transaction { () throws(DatabaseError) in
                    for change in owed { _ = try change.apply(to: database) }
                    return try group.map { (change) throws(DatabaseError) in try change.apply(to: database) }
                }
            }
            unconfirmed.drop(first: owed.count)
            return effects.map { .success($0) }
        } catch {
            if group.count == 1 { return [.failure(error)] }
            // Each takes the place of the one before in the write-ahead log: only the last may be in it.
            return group.enumerated().flatMap { index, change in
                apply([change], unconfirmed, to: database).map { outcome in
                    guard index < group.count - 1 else { return outcome }
                    return outcome.mapError { ($0 as? DatabaseError)?.withoutCommit ?? $0 }
                }
            }
        }
    }
}

/// Changes that were written and that the disk did not confirm.
private final class Unconfirmed: Sendable {
    private let list = Mutex<[Change]>([])

    var changes: [Change] { list.withLock { $0 } }

    func add(_ change: Change) {
        list.withLock { $0.append(change) }
    }

    func drop(first count: Int) {
        list.withLock { $0.removeFirst(count) }
    }
}

extension EntryID {
    /// Time first, so that new entries are neighbours in the index, then 80 random bits: a clock that jumps back
    /// can't make one twice.
    static func random() -> EntryID {
        let time = UInt64(clamping: WallClock.milliseconds) & 0xFFFF_FFFF_FFFF
        let high = UInt16.random(in: 0...UInt16.max)
        let low = UInt64.random(in: 0...UInt64.max)
        return EntryID(rawValue: time.hexadecimal(12) + UInt64(high).hexadecimal(4) + low.hexadecimal(16))
    }
}

extension UInt64 {
    fileprivate func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }
}
