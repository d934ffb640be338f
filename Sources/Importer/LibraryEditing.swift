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

    /// Removes an entry and its document. What a crash or a disk that is full leaves of it on the way is listed no more,
    /// and recovery finishes it. On a full disk, the library's reserve is the room that this takes.
    /// - Returns: false when there is no such entry.
    /// - Throws: `ImportProblem` when the library can't be written, or the entry is being imported.
    public func remove(_ id: EntryID) throws(ImportProblem) -> Bool {
        do throws(ImportProblem) {
            guard try spendingReserve({ () throws(ImportProblem) in try store.withdraw(id) }) else { return false }
        } catch  where error == .diskIsFull {
            throw Self.noRoomToRemove
        }
        try files.discard(id)
        // It is gone, whether the journal has room to say so or not.
        try? spendingReserve { () throws(ImportProblem) in
            try store.forget([id])
            try store.note(id, "removed", nil)
        }
        folder.keepReserve()
        return true
    }

    private static let noRoomToRemove = ImportProblem(
        .storage,
        "the library's disk is full, and removing needs a little room there for its journal: nothing was removed; "
            + "free some hundred KiB on that disk and try again")
}
