import ImportCore
import Synchronization
import SystemIO

/// The library's folders, held by descriptor: a library that is renamed while it is open stays itself.
final class LibraryFolder: Sendable {
    static let databaseName = "library.sqlite"
    static let documentsName = "documents"
    static let stagingName = "staging"
    static let lockName = "lock"

    let root: OwnedFileDescriptor
    let staging: OwnedFileDescriptor
    let documents: OwnedFileDescriptor
    /// Whether there was a database when the folder was opened. A library without one is being made.
    let hadDatabase: Bool
    /// Which file the database was when it was opened.
    private let database = Mutex<FileIdentity?>(nil)

    /// Opens the folders of a library.
    /// - Parameter creates: whether missing folders are made.
    /// - Throws: `LibraryError`.
    init(path: String, creates: Bool) throws(LibraryError) {
        do throws(Errno) {
            root = try Self.openFolder(path, in: .workingDirectory, creates: creates)
        } catch  where error == .noSuchFile && creates {
            throw .noParent(path: path)
        } catch {
            throw LibraryError(error, path: path)
        }
        let hadDatabase = (try? root.borrowed.status(of: Self.databaseName)) != nil
        self.hadDatabase = hadDatabase
        if !hadDatabase, let stranger = try? Self.stranger(in: root.borrowed) {
            throw .notALibrary(path: path, reason: "it holds “\(stranger.printable)”")
        }
        do throws(Errno) {
            staging = try Self.openFolder(Self.stagingName, in: root.borrowed, creates: creates)
        } catch {
            throw Self.failure(error, ofPart: Self.stagingName, path)
        }
        do throws(Errno) {
            documents = try Self.openFolder(Self.documentsName, in: root.borrowed, creates: creates)
        } catch {
            throw Self.failure(error, ofPart: Self.documentsName, path)
        }
    }

    /// Makes durable what is in the write-ahead log: an import that was killed at its commit has written there what it
    /// didn't wait for. It is listed from now on, and no power cut may take it back.
    func synchronizeLog() throws(Errno) {
        let log: OwnedFileDescriptor
        do throws(Errno) {
            log = try root.borrowed.open(Self.databaseName + "-wal", [.readOnly, .noFollow])
        } catch .noSuchFile {
            return
        }
        guard try log.borrowed.status().size > 0 else { return }
        try log.borrowed.synchronize(dataOnly: true)
        // SQLite makes the log's name durable at its first sync only.
        try root.borrowed.synchronize()
    }

    /// Remembers which file the database is, when it has just been opened.
    func noteDatabase() {
        let status = try? root.borrowed.status(of: Self.databaseName)
        database.withLock { $0 = status.map(FileIdentity.init) }
    }

    /// Whether the next process that opens the library finds what this one has open. What the disk doesn't tell now is
    /// taken for a yes: that alone loses nothing.
    var isInPlace: Bool {
        let opened = (database.withLock { $0 }, (try? documents.borrowed.status()).map(FileIdentity.init))
        return isSame(opened.0, Self.databaseName) && isSame(opened.1, Self.documentsName)
    }

    private func isSame(_ opened: FileIdentity?, _ name: String) -> Bool {
        guard let opened else { return true }
        do throws(Errno) {
            return FileIdentity(try root.borrowed.status(of: name)) == opened
        } catch {
            return error != .noSuchFile
        }
    }

    private static func failure(_ error: Errno, ofPart name: String, _ path: String) -> LibraryError {
        guard error == .notDirectory else { return LibraryError(error, path: path) }
        return .notALibrary(path: path, reason: "what is called “\(name)” in it is no folder")
    }

    private static func openFolder(
        _ name: String, in folder: FileDescriptor, creates: Bool
    ) throws(Errno) -> OwnedFileDescriptor {
        do throws(Errno) {
            return try folder.open(name, [.readOnly, .directory])
        } catch  where error == .noSuchFile && creates {
            do throws(Errno) {
                try folder.makeDirectory(name, permissions: 0o700)
            } catch  where error == .fileExists {
                // Another process was first.
            }
            return try folder.open(name, [.readOnly, .directory])
        }
    }

    /// What a folder that is to become a library holds that no library does.
    /// - Throws: `Errno`.
    private static func stranger(in folder: FileDescriptor) throws(Errno) -> DisplayName? {
        let own: Set<String> = [documentsName, stagingName, lockName, reserveName, databaseName]
        let stranger = try folder.names().first { name in
            !own.contains(name.string) && !name.string.hasPrefix(databaseName + "-") && name.string != "lost+found"
        }
        return stranger.map { DisplayName(bytes: $0.bytes) }
    }
}
