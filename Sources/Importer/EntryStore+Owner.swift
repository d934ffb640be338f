import ImportCore
import SystemIO

// Who imports: a byte of the lock file that its process holds as long as it lives.
extension EntryStore {
    struct Owner: ~Copyable {
        let number: Int64
        let file: OwnedFileDescriptor
    }

    func ownerNumber() throws(ImportProblem) -> Int64 {
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

    /// Whether a pending entry's import goes on, here or in another process.
    func isUnderWay(_ id: EntryID, owner number: Int64) -> Bool {
        if inDoubt.withLock({ $0.contains(id) }) { return false }
        do throws(ImportProblem) { return try isAlive(number) } catch { return true }
    }

    func isAlive(_ number: Int64) throws(ImportProblem) -> Bool {
        if owner.withLock({ $0?.number == number }) { return true }
        do throws(Errno) {
            let file = try folder.root.borrowed.open(LibraryFolder.lockName, [.readOnly])
            return try ByteRangeLock.isHeldByOther(byte: number, of: file.borrowed)
        } catch  where error == .noSuchFile {
            return false
        } catch {
            throw ImportProblem(library: error)
        }
    }

    func orphans() throws(ImportProblem) -> [EntryID] { try orphans(among: pendingEntries()) }

    /// Which entries that were pending a moment ago are still so, and nobody's.
    func orphans(among seen: [PendingEntry]) throws(ImportProblem) -> [EntryID] {
        var isDead: [Int64: Bool] = [:]
        var abandoned: [PendingEntry] = []
        for entry in seen {
            if isDead[entry.owner] == nil { isDead[entry.owner] = try !isAlive(entry.owner) }
            let isInDoubt = inDoubt.withLock { $0.contains(entry.id) }
            if isInDoubt || isDead[entry.owner] == true { abandoned.append(entry) }
        }
        guard !abandoned.isEmpty else { return [] }
        // Their importers may have committed before they ended. What their entries are now, they stay.
        let pending = Set(try pendingEntries())
        return abandoned.filter(pending.contains).map(\.id)
    }

    /// A pending entry, and whose it is.
    struct PendingEntry: Hashable {
        let id: EntryID
        let owner: Int64
    }

    func pendingEntries() throws(ImportProblem) -> [PendingEntry] {
        var pending: [PendingEntry] = []
        do throws(DatabaseError) {
            try database.use { (database) throws(DatabaseError) in
                try database.run("SELECT id, owner FROM entries WHERE state = 'pending' ORDER BY number") { row in
                    pending.append(PendingEntry(id: EntryID(rawValue: row.text(0) ?? ""), owner: row.integer(1)))
                }
            }
        } catch {
            throw error.problem
        }
        return pending
    }
}
