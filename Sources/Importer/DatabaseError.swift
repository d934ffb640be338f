import CSQLite

/// What SQLite says when it fails: its extended result code and its text.
struct DatabaseError: Error, Hashable {
    let code: Int32
    let message: String

    var primaryCode: Int32 { code & 0xFF }
    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
}

extension DatabaseError: CustomStringConvertible {
    var description: String { "\(message) (SQLite error \(code))" }
}
