import ImportCore
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

    /// Opens the folders of a library.
    /// - Parameter creates: whether missing folders are made.
    /// - Throws: `Errno`.
    init(path: String, creates: Bool) throws(Errno) {
        if creates { try Self.makeFolder(path, in: .workingDirectory) }
        root = try FileDescriptor.workingDirectory.open(path, [.readOnly, .directory])
        if creates {
            try Self.makeFolder(Self.stagingName, in: root.borrowed)
            try Self.makeFolder(Self.documentsName, in: root.borrowed)
        }
        staging = try root.borrowed.open(Self.stagingName, [.readOnly, .directory])
        documents = try root.borrowed.open(Self.documentsName, [.readOnly, .directory])
    }

    private static func makeFolder(_ name: String, in folder: FileDescriptor) throws(Errno) {
        do throws(Errno) {
            try folder.makeDirectory(name, permissions: 0o700)
        } catch  where error == .fileExists {}
    }

    /// What a folder that is to become a library holds that no library does.
    /// - Throws: `Errno`.
    static func stranger(in path: String) throws(Errno) -> DisplayName? {
        let folder = try FileDescriptor.workingDirectory.open(path, [.readOnly, .directory])
        let own: Set<String> = [documentsName, stagingName, lockName, reserveName, databaseName]
        let names = try folder.borrowed.names()
        guard !names.contains(FileName(databaseName)) else { return nil }
        let stranger = names.first { name in
            !own.contains(name.string) && !name.string.hasPrefix(databaseName + "-") && name.string != "lost+found"
        }
        return stranger.map { DisplayName(bytes: $0.bytes) }
    }
}
