import ImportCore
import SystemIO

/// What is done with entries after their import.
extension DocumentLibrary {
    /// Opens an entry's document for reading.
    /// - Throws: `LibraryError` when there is no such document, or its file is gone.
    func openDocument(_ entry: LibraryEntry) throws(LibraryError) -> OwnedFileDescriptor {
        guard let path = entry.path else {
            let what = entry.state == .reference ? "a reference, which has no file here" : "still being imported"
            throw .failed(path: self.path, reason: "“\(entry.displayName.printable)” is \(what)")
        }
        do throws(Errno) {
            return try folder.root.borrowed.open(path, [.readOnly, .noFollow, .nonBlocking])
        } catch {
            throw .failed(
                path: self.path, reason: "the file of “\(entry.displayName.printable)” can't be opened: \(error)")
        }
    }

    /// Checks that an entry's document is there and of the size that was imported.
    /// - Returns: its path, for a program that opens it.
    /// - Throws: `LibraryError`.
    public func documentPath(_ entry: LibraryEntry) throws(LibraryError) -> String {
        let file = try openDocument(entry)
        let size = try? file.borrowed.status().size
        guard size == entry.size else {
            throw .failed(path: path, reason: "the file of “\(entry.displayName.printable)” is not what was imported")
        }
        return "\(path)/\(entry.path!)"
    }

    /// Removes an entry and its document. A crash on the way is finished by recovery. On a full disk, the library's
    /// reserve is the room that this takes.
    /// - Returns: false when there is no such entry.
    /// - Throws: `ImportProblem` when the library can't be written.
    public func remove(_ id: EntryID) throws(ImportProblem) -> Bool {
        guard try store.known([id]).contains(id) else { return false }
        // From here on it is listed no more: a pending entry of ours.
        do throws(ImportProblem) {
            try spendingReserve { () throws(ImportProblem) in try store.retract(id) }
        } catch  where error == .diskIsFull {
            throw Self.noRoomToRemove
        }
        try files.discard(id)
        try store.forget([id])
        try store.note(id, "removed", nil)
        folder.keepReserve()
        return true
    }

    private static let noRoomToRemove = ImportProblem(
        .storage,
        "the library's disk is full, and removing needs a little room there for its journal: nothing was removed; "
            + "free some hundred KiB on that disk and try again")
}
