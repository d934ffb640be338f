import CSQLite

/// What SQLite says when it fails: its extended result code and its text.
struct DatabaseError: Error, Hashable {
    let code: Int32
    let message: String

    var primaryCode: Int32 { code & 0xFF }
    /// Whether the change was written, and only its fsync(2) failed: a later open of the database may find it.
    var mayHaveCommitted: Bool { code == SQLITE_IOERR | (4 << 8) }
    /// SQLITE_IOERR_SHMSIZE: the memory that a database's users share is a file too.
    var hasNoRoomForSharedMemory: Bool { code == SQLITE_IOERR | (19 << 8) }
    /// The same failure, of a change that something else was written over.
    var withoutCommit: DatabaseError { DatabaseError(code: primaryCode, message: message) }
    var cannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }
    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
}

extension DatabaseError: CustomStringConvertible {
    var description: String { "\(message) (SQLite error \(code))" }
}
