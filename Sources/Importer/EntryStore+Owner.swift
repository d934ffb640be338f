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
}
