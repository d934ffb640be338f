import ImportCore
import SystemIO

/// A library: a folder with documents and the SQLite database that lists them. Its paths are relative, so that it can
/// be moved; several processes may use it at once.
public final class DocumentLibrary: Sendable {
    /// What is wanted of a library.
    public enum Access: Sendable {
        /// To look, also at a library on a medium that can't be written.
        case readOnly
        /// To change a library that is there.
        case readWrite
        /// To change a library, which is made when there is none.
        case create
    }

    public let path: String
    let access: Access
    let folder: LibraryFolder
    let database: SharedDatabase
    let store: EntryStore
    let files: DocumentFiles
    let traffic = ImportTraffic()

    /// Opens a library, which takes the same time whatever its size.
    /// - Parameters:
    ///   - busyTimeout: how long to wait for another process that holds the database.
    ///   - spendsReserve: whether, on a full disk, the library gives up the room that it keeps for that case: for who
    ///     means to remove something.
    /// - Throws: `LibraryError`.
    public init(
        at path: String, access: Access = .create, busyTimeout: Duration = .seconds(5), spendsReserve: Bool = false
    ) throws(LibraryError) {
        self.path = path
        self.access = access
        folder = try LibraryFolder(path: path, creates: access == .create)
        let opening = LibraryOpening(path: path, busyTimeout: busyTimeout, spendsReserve: spendsReserve)
        database = SharedDatabase(try opening.open(access, in: folder))
        folder.noteDatabase()
        store = EntryStore(database: database, folder: folder, traffic: traffic)
        files = DocumentFiles(folder: folder, traffic: traffic)
        if access != .readOnly { folder.keepReserve(isNew: !folder.hadDatabase) }
    }
}
