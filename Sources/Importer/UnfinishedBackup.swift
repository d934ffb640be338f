import ImportCore
import SystemIO

/// The folder of a backup that isn't whole yet. The process that fills it holds a lock on it, which ends with the
/// process: so what a killed one left is told from what another one is filling.
final class UnfinishedBackup {
    private static let prefix = ".unfinished-backup-"

    let name: String
    let folder: OwnedFileDescriptor
    /// false on a file system that doesn't lock folders, such as NFS.
    private let isLocked: Bool

    /// Opens it and takes its lock.
    /// - Throws: `Errno`: `busy` where another process has it, `noSuchFile` where it has that name no more.
    private init(_ name: String, in parent: FileDescriptor) throws(Errno) {
        self.name = name
        folder = try parent.open(name, [.readOnly, .directory, .noFollow])
        do throws(Errno) {
            guard try folder.borrowed.lockWhole() else { throw Errno.busy }
            isLocked = true
        } catch  where error != .busy {
            isLocked = false
        }
        // Whoever had the lock before may have given it its final name, or removed it.
        guard try parent.status(of: name).inode == folder.borrowed.status().inode else { throw .noSuchFile }
    }

    /// Makes an empty one.
    /// - Throws: `Errno`.
    static func make(in parent: FileDescriptor) throws(Errno) -> UnfinishedBackup {
        while true {
            let name = prefix + EntryID.random().rawValue
            try parent.makeDirectory(name, permissions: 0o700)
            do throws(Errno) {
                return try UnfinishedBackup(name, in: parent)
            } catch  where error == .busy || error == .noSuchFile {
                // Between its making and its lock somebody who tidies up took it for an abandoned one.
            }
        }
    }

    /// Removes those that no living process fills. Others' stay, and what can't be removed.
    static func clearAbandoned(in parent: FileDescriptor) {
        for name in (try? parent.names()) ?? [] where name.bytes.starts(with: prefix.utf8) {
            guard let backup = try? UnfinishedBackup(name.string, in: parent), backup.isLocked,
                (try? backup.folder.borrowed.status())?.userID == SystemUser.effective
            else { continue }
            backup.remove(from: parent)
        }
    }

    /// Removes it with what is in it.
    func remove(from parent: FileDescriptor) {
        try? folder.borrowed.removeContents()
        try? parent.removeDirectory(name)
    }
}
