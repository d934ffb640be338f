import ImportCore

/// One change of the journal, as part of a transaction.
enum Change: Sendable {
    case begin(EntryID, ImportCandidate, owner: Int64)
    case commit(EntryID, ImportResult, owner: Int64)
    case refer(EntryID, ItemBookmark, owner: Int64)
    case relink(EntryID, ItemBookmark, DisplayName)
    /// Makes the entry pending, whatever it is.
    case retract(EntryID, owner: Int64)
    /// Makes an entry that isn't pending so.
    case withdraw(EntryID, owner: Int64)
    case forget([EntryID])
    case note(EntryID, event: String, detail: String?)

    enum Effect: Sendable {
        case done
        case committed(DisplayName)
        /// There was no such entry, or not in that state.
        case nothing
    }

    /// Whether it is what an import or a reference is reported for.
    var addsAvailable: Bool {
        switch self {
        case .commit, .refer: true
        default: false
        }
    }

    /// - Throws: `DatabaseError`.
    func apply(to database: Database) throws(DatabaseError) -> Effect {
        switch self {
        case .begin(let id, let candidate, let owner):
            try database.run(
                """
                INSERT INTO entries (id, state, owner, displayName, claimedType, origin, sourceDevice, sourceInode,
                    sourceSize, sourceModified, sourceVersion, begunAt)
                VALUES (?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(id.rawValue), .integer(owner), .init(name: candidate.displayName.bytes),
                    .init(candidate.claimedType?.rawValue), .text(candidate.origin),
                    .integer(Int64(bitPattern: candidate.attributes.device)),
                    .integer(Int64(bitPattern: candidate.attributes.inode)), .integer(candidate.attributes.size),
                    .integer(candidate.attributes.modified), .init(candidate.attributes.version),
                    .integer(WallClock.milliseconds),
                ])
            return .done
        case .commit(let id, let result, let owner):
            try database.run(
                """
                UPDATE entries SET state = 'available', owner = NULL, path = ?, size = ?, sha256 = ?, contentType = ?,
                    outcome = ?, note = ?, importedAt = ?
                WHERE id = ? AND state = 'pending' AND owner = ?
                """,
                [
                    .text(result.path), .integer(result.size), .text(result.sha256),
                    .text(result.contentType.rawValue), .text(result.outcome.rawValue), .init(result.note),
                    .integer(WallClock.milliseconds), .text(id.rawValue), .integer(owner),
                ])
            guard database.changes == 1 else { return .nothing }
            var name = DisplayName("")
            try database.run("SELECT displayName FROM entries WHERE id = ?", [.text(id.rawValue)]) { row in
                name = DisplayName(bytes: row.bytes(0))
            }
            return .committed(name)
        case .refer(let id, let bookmark, let owner):
            try database.run(
                """
                UPDATE entries SET state = 'reference', owner = NULL, bookmark = ?, importedAt = ?
                WHERE id = ? AND state = 'pending' AND owner = ?
                """,
                [.bytes(bookmark.data), .integer(WallClock.milliseconds), .text(id.rawValue), .integer(owner)])
            return database.changes == 1 ? .done : .nothing
        case .relink(let id, let bookmark, let name):
            try database.run(
                """
                UPDATE entries SET bookmark = ?, origin = ?, displayName = ?, sourceDevice = ?, sourceInode = ?,
                    sourceSize = ?, sourceModified = ?
                WHERE id = ? AND state = 'reference'
                """,
                [
                    .bytes(bookmark.data), .text(bookmark.path.text), .init(name: name.bytes),
                    .integer(Int64(bitPattern: bookmark.attributes.device)),
                    .integer(Int64(bitPattern: bookmark.attributes.inode)), .integer(bookmark.attributes.size),
                    .integer(bookmark.attributes.modified), .text(id.rawValue),
                ])
            return database.changes == 1 ? .done : .nothing
        case .retract(let id, let owner):
            try database.run(
                "UPDATE entries SET state = 'pending', owner = ? WHERE id = ?", [.integer(owner), .text(id.rawValue)])
            return database.changes == 1 ? .done : .nothing
        case .withdraw(let id, let owner):
            try database.run(
                "UPDATE entries SET state = 'pending', owner = ? WHERE id = ? AND state <> 'pending'",
                [.integer(owner), .text(id.rawValue)])
            return database.changes == 1 ? .done : .nothing
        case .note(let id, let event, let detail):
            try database.run(
                "INSERT INTO history (entry, at, event, detail) VALUES (?, ?, ?, ?)",
                [.text(id.rawValue), .integer(WallClock.milliseconds), .text(event), .init(detail)])
            return .done
        case .forget(let ids):
            for id in ids {
                try database.run("DELETE FROM entries WHERE id = ? AND state = 'pending'", [.text(id.rawValue)])
            }
            return .done
        }
    }
}

extension Database.Value {
    /// Text where the bytes are UTF-8, so that sqlite3 shows it; a blob where they aren't.
    init(name bytes: [UInt8]) {
        let name = DisplayName(bytes: bytes)
        self = name.isWellFormed ? .text(name.text) : .bytes(bytes)
    }
}
