import ImportCore

/// Something that happened to an entry.
public struct LibraryEvent: Hashable, Sendable {
    /// In milliseconds since 1970, for people: the clock may have jumped.
    public let at: Int64
    /// Such as `picked`, `imported`, `exported`, `relinked`.
    public let event: String
    public let detail: String?
}

extension DocumentLibrary {
    /// What happened to an entry, the oldest first.
    /// - Throws: `LibraryError`.
    public func history(of id: EntryID) throws(LibraryError) -> [LibraryEvent] {
        var events: [LibraryEvent] = []
        // A reference's origin changes, so that its history is written down from the start.
        if let entry = try entry(id), entry.state != .reference {
            events.append(LibraryEvent(at: entry.begunAt, event: "picked", detail: entry.origin))
            if let at = entry.importedAt {
                events.append(LibraryEvent(at: at, event: entry.outcome?.rawValue ?? "imported", detail: entry.note))
            }
        }
        try read("SELECT at, event, detail FROM history WHERE entry = ? ORDER BY number", [.text(id.rawValue)]) { row in
            events.append(LibraryEvent(at: row.integer(0), event: row.text(1) ?? "", detail: row.text(2)))
        }
        return events
    }

    /// The entries whose identifier begins so.
    /// - Throws: `LibraryError`.
    public func entries(idPrefix prefix: String, limit: Int) throws(LibraryError) -> [LibraryEntry] {
        var entries: [LibraryEntry] = []
        // Identifiers are hexadecimal digits: `g` comes after all that begin so.
        try read(
            "\(LibraryEntry.selection) WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            [.text(prefix), .text(prefix + "g"), .integer(Int64(limit))]
        ) { row in entries.append(LibraryEntry(row)) }
        return entries
    }

    /// Whether a document of this origin is in the library, picked when it had this size and time: what a batch that
    /// is resumed need not import again.
    /// - Parameter state: `reference` when references are wanted, and not copies.
    /// - Throws: `LibraryError`.
    public func holds(
        origin: String, size: Int64, modified: Int64, as state: LibraryEntry.State = .available
    ) throws(LibraryError) -> Bool {
        var count: Int64 = 0
        try read(
            """
            SELECT count(*) FROM entries
            WHERE origin = ? AND state = ? AND sourceSize = ? AND sourceModified = ?
            """, [.text(origin), .text(state.rawValue), .integer(size), .integer(modified)]
        ) { row in count = row.integer(0) }
        return count > 0
    }
}
