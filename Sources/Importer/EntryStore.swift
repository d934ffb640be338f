import ImportCore
import Synchronization
import SystemIO

/// The library's database, which is both journal and list of entries.
final class EntryStore: EntryJournal {
    private let database: SharedDatabase
    private let folder: LibraryFolder
    private let changes: GroupCommit<Change, Change.Effect>
    private let owner = Mutex<Owner?>(nil)

    init(database: SharedDatabase, folder: LibraryFolder) {
        self.database = database
        self.folder = folder
        changes = GroupCommit { group in Self.apply(group, to: database) }
    }

    func begin(_ candidate: ImportCandidate) throws(ImportProblem) -> EntryID {
        let id = EntryID.random()
        _ = try apply(.begin(id, candidate, owner: try ownerNumber()))
        return id
    }

    func commit(_ id: EntryID, _ result: ImportResult) throws(ImportProblem) -> ImportEntry {
        guard case .committed(let name) = try apply(.commit(id, result)) else {
            throw ImportProblem(.internal, "the pending entry is gone")
        }
        return ImportEntry(id: id, displayName: name, result: result)
    }

    func retract(_ id: EntryID) throws(ImportProblem) {
        _ = try apply(.retract(id, owner: try ownerNumber()))
    }

    func forget(_ id: EntryID) throws(ImportProblem) {
        _ = try apply(.forget(id))
    }

    /// Adds to an entry's history.
    func note(_ id: EntryID, _ event: String, _ detail: String?) throws(ImportProblem) {
        _ = try apply(.note(id, event: event, detail: detail))
    }

    func orphans() throws(ImportProblem) -> [EntryID] {
        var pending: [(EntryID, Int64)] = []
        do throws(DatabaseError) {
            try database.use { (database) throws(DatabaseError) in
                try database.run("SELECT id, owner FROM entries WHERE state = 'pending' ORDER BY number") { row in
                    pending.append((EntryID(rawValue: row.text(0) ?? ""), row.integer(1)))
                }
            }
        } catch {
            throw error.problem
        }
        var orphans: [EntryID] = []
        for (id, owner) in pending where try !isAlive(owner) { orphans.append(id) }
        return orphans
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
        _ group: [Change], to database: SharedDatabase
    ) -> [GroupCommit<Change, Change.Effect>.Outcome] {
        do throws(DatabaseError) {
            return try database.use { (database) throws(DatabaseError) in
                try database.transaction { () throws(DatabaseError) in
                    try group.map { (change) throws(DatabaseError) in .success(try change.apply(to: database)) }
                }
            }
        } catch {
            if group.count == 1 { return [.failure(error)] }
            return group.flatMap { apply([$0], to: database) }
        }
    }
}

// Who imports: a byte of the lock file that its process holds as long as it lives.
extension EntryStore {
    private struct Owner: ~Copyable {
        let number: Int64
        let file: OwnedFileDescriptor
    }

    private func ownerNumber() throws(ImportProblem) -> Int64 {
        let number = owner.withLock { owner -> Result<Int64, Errno> in
            if let number = owner?.number { return .success(number) }
            do throws(Errno) {
                let file = try folder.root.borrowed.open(
                    LibraryFolder.lockName, [.readWrite, .create], permissions: 0o600)
                var number: Int64
                repeat {
                    number = Int64.random(in: 1..<(1 << 62))
                } while try !ByteRangeLock.acquire(byte: number, of: file.borrowed)
                owner = Owner(number: number, file: file)
                return .success(number)
            } catch {
                return .failure(error)
            }
        }
        do throws(Errno) {
            return try number.get()
        } catch {
            throw ImportProblem(library: error)
        }
    }

    private func isAlive(_ number: Int64) throws(ImportProblem) -> Bool {
        if owner.withLock({ $0?.number == number }) { return true }
        do throws(Errno) {
            let file = try folder.root.borrowed.open(LibraryFolder.lockName, [.readWrite])
            return try ByteRangeLock.isHeldByOther(byte: number, of: file.borrowed)
        } catch  where error == .noSuchFile {
            return false
        } catch {
            throw ImportProblem(library: error)
        }
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
