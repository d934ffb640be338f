import ImportCore

/// An entry as the library lists it.
public struct LibraryEntry: Hashable, Sendable {
    public enum State: String, Sendable {
        /// An import is under way, or was when its process died.
        case pending
        /// The document is in the library.
        case available
        /// The library keeps a bookmark of the document, and no copy: see `ReferenceResolver`.
        case reference
    }

    /// The place in the order of import, which pages are cut by.
    public let number: Int64
    public let id: EntryID
    public let state: State
    public let displayName: DisplayName
    /// Relative to the library; nil while pending.
    public let path: String?
    public let size: Int64?
    public let sha256: String?
    /// What the bytes are.
    public let contentType: ContentType?
    /// What the name says they are.
    public let claimedType: ContentType?
    public let outcome: ImportOutcome?
    public let note: String?
    /// Where the document was picked; for a reference, where it was when its bookmark was made.
    public let origin: String?
    /// In milliseconds since 1970, for people: the clock may have jumped.
    public let begunAt: Int64
    public let importedAt: Int64?
    /// A reference's.
    let bookmark: [UInt8]?
}

extension DocumentLibrary {
    /// Hands the entries to `body` in the order of import. A pending entry is one of them while its import is under
    /// way; what a dead importer left, or one whose disk refused to take it back, is nobody's and waits for recovery.
    /// - Parameters:
    ///   - after: the number of the last entry of the page before.
    ///   - limit: how many entries at most; nil for all.
    /// - Throws: `LibraryError`.
    public func forEachEntry(
        after: Int64 = 0, limit: Int? = nil, _ body: (LibraryEntry) -> Void
    ) throws(LibraryError) {
        try forEachRow(after: after, limit: limit) { entry, owner in
            if entry.state != .pending || store.isUnderWay(entry.id, owner: owner) { body(entry) }
        }
    }

    /// Hands the entries to `body`, those that are pending and nobody's, too; with the owner of a pending one.
    func forEachRow(
        after: Int64 = 0, limit: Int? = nil, _ body: (LibraryEntry, _ owner: Int64) -> Void
    ) throws(LibraryError) {
        try read(
            "\(LibraryEntry.selection) WHERE number > ? ORDER BY number LIMIT ?",
            [.integer(after), .integer(Int64(limit ?? -1))]
        ) { row in body(LibraryEntry(row), row.integer(14)) }
    }

    /// The entries, in the order of import.
    /// - Throws: `LibraryError`.
    public func entries(after: Int64 = 0, limit: Int? = nil) throws(LibraryError) -> [LibraryEntry] {
        var entries: [LibraryEntry] = []
        try forEachEntry(after: after, limit: limit) { entries.append($0) }
        return entries
    }

    /// The entry with this identifier, or nil.
    /// - Throws: `LibraryError`.
    public func entry(_ id: EntryID) throws(LibraryError) -> LibraryEntry? {
        var entry: LibraryEntry?
        try read("\(LibraryEntry.selection) WHERE id = ?", [.text(id.rawValue)]) { row in entry = LibraryEntry(row) }
        return entry
    }

    func read(
        _ sql: String, _ values: [Database.Value], row: (Database.Row) -> Void
    ) throws(LibraryError) {
        do throws(DatabaseError) {
            try database.use { (database) throws(DatabaseError) in try database.run(sql, values, row: row) }
        } catch {
            throw LibraryError(error, path: path)
        }
    }
}

extension LibraryEntry {
    static let selection = """
        SELECT number, id, state, displayName, path, size, sha256, contentType, claimedType, outcome, note, origin,
            begunAt, importedAt, owner, bookmark
        FROM entries
        """

    init(_ row: Database.Row) {
        number = row.integer(0)
        id = EntryID(rawValue: row.text(1) ?? "")
        state = State(rawValue: row.text(2) ?? "") ?? .pending
        displayName = DisplayName(bytes: row.bytes(3))
        path = row.text(4)
        size = row.isNull(5) ? nil : row.integer(5)
        sha256 = row.text(6)
        contentType = row.text(7).flatMap(ContentType.init(rawValue:))
        claimedType = row.text(8).flatMap(ContentType.init(rawValue:))
        outcome = row.text(9).flatMap(ImportOutcome.init(rawValue:))
        note = row.text(10)
        origin = row.text(11)
        begunAt = row.integer(12)
        importedAt = row.isNull(13) ? nil : row.integer(13)
        bookmark = row.isNull(15) ? nil : row.bytes(15)
    }
}
