import ImportCore
import SystemIO

/// Space that a library keeps for the day on which its disk is full: opening it and removing a document need a little
/// for the database's journal, and removing is what a person wants to do then. It is given up for that, and kept
/// again as soon as there is room.
extension LibraryFolder {
    static let reserveName = "reserve"
    /// What SQLite's shared memory and the journal of a few changes take.
    private static let reserveSize: Int64 = 256 << 10

    /// Keeps the reserve. Where there is no room for it, there is none: that fails nothing.
    /// - Parameter isNew: whether the library was just made, so that there is none yet.
    func keepReserve(isNew: Bool = false) {
        if !isNew, let status = try? root.borrowed.status(of: Self.reserveName), status.size == Self.reserveSize {
            return
        }
        do throws(Errno) {
            let file = try root.borrowed.open(Self.reserveName, [.writeOnly, .create, .noFollow], permissions: 0o600)
            try file.borrowed.allocate(mode: 0, offset: 0, length: Self.reserveSize)
        } catch {
            _ = spendReserve()
        }
    }

    /// Gives the reserve up.
    /// - Returns: whether there was one.
    func spendReserve() -> Bool {
        do throws(Errno) {
            try root.borrowed.unlink(Self.reserveName)
            // Some file systems have the room only then.
            try? root.borrowed.synchronize()
            return true
        } catch {
            return false
        }
    }
}

extension DocumentLibrary {
    /// Runs what is on its way to make room; where the disk is full, once more with the reserve's room.
    func spendingReserve<Value>(_ body: () throws(ImportProblem) -> Value) throws(ImportProblem) -> Value {
        do throws(ImportProblem) {
            return try body()
        } catch  where error == .diskIsFull && folder.spendReserve() {
            return try body()
        }
    }
}
