import SystemIO

/// Where a backup is made: in a folder of another name beside its target, which it becomes when it is whole. What
/// backups that were killed left there is removed.
final class BackupPlace {
    /// The unfinished copy.
    let path: String
    private let name: String
    private let unfinished: UnfinishedBackup
    private let parent: OwnedFileDescriptor

    /// - Throws: `Errno`: EEXIST where there is something of the target's name.
    init(_ target: String) throws(Errno) {
        var trimmed = Substring(target)
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        let slash = trimmed.lastIndex(of: "/")
        name = String(slash.map { trimmed[trimmed.index(after: $0)...] } ?? trimmed)
        let folder = slash.map { $0 == trimmed.startIndex ? "/" : String(trimmed[..<$0]) } ?? "."
        guard !name.isEmpty, name != ".", name != ".." else { throw .fileExists }
        parent = try FileDescriptor.workingDirectory.open(folder, [.readOnly, .directory])
        if (try? parent.borrowed.status(of: name)) != nil { throw .fileExists }
        UnfinishedBackup.clearAbandoned(in: parent.borrowed)
        unfinished = try UnfinishedBackup.make(in: parent.borrowed)
        path = "\(folder)/\(unfinished.name)"
    }

    /// Gives the copy, which nobody uses any more, its name, once all of it is on the disk.
    func finish() throws(Errno) {
        let folder = unfinished.folder.borrowed
        let documents = try folder.open(LibraryFolder.documentsName, [.readOnly, .directory])
        try documents.borrowed.synchronize()
        try folder.synchronize()
        do throws(Errno) {
            try parent.borrowed.rename(unfinished.name, to: parent.borrowed, name, flags: .noReplace)
        } catch  where error == .invalidArgument {
            // A file system without that flag. A rename still replaces no folder that holds anything.
            try parent.borrowed.rename(unfinished.name, to: parent.borrowed, name)
        }
        try parent.borrowed.synchronize()
    }

    /// Removes what there is of the copy.
    func discard() {
        unfinished.remove(from: parent.borrowed)
    }
}
