import SystemIO

/// The files below a folder, each with its digest. What hasn't changed since the last look isn't read again.
package struct FileTree {
    private struct Identity: Hashable {
        let path: String
        let inode: UInt64
        let size: Int64
        let modified: FileStatus.Timestamp
        let changed: FileStatus.Timestamp
    }

    private var digests: [Identity: ContentDigest] = [:]

    package init() {}

    /// All that is below the folder and no folder itself, by path. Links aren't followed, and what isn't a regular file
    /// isn't opened: an importer under test may leave a FIFO.
    package mutating func files(in folder: String) -> [LibraryFile] {
        var found: [LibraryFile] = []
        var kept: [Identity: ContentDigest] = [:]
        visit(folder, prefix: "", into: &found, keeping: &kept)
        digests = kept
        return found.sorted { $0.path < $1.path }
    }

    private func visit(
        _ folder: String, prefix: String, into found: inout [LibraryFile], keeping kept: inout [Identity: ContentDigest]
    ) {
        for name in FolderListing.names(ofPath: folder) {
            let path = prefix + name
            guard let status = try? FileDescriptor.workingDirectory.status(of: "\(folder)/\(name)") else { continue }
            if status.isDirectory {
                visit("\(folder)/\(name)", prefix: path + "/", into: &found, keeping: &kept)
                continue
            }
            let identity = Identity(
                path: path, inode: status.inode, size: status.size, modified: status.modified,
                changed: status.changed)
            let digest = digests[identity] ?? (status.isRegular ? Self.digest(of: "\(folder)/\(name)") : nil)
            kept[identity] = digest
            found.append(
                LibraryFile(
                    path: path, size: status.size, sha256: digest?.sha256, type: digest?.type ?? "no regular file"))
        }
    }

    /// nil where the file can't be read.
    package static func digest(of path: String) -> ContentDigest? {
        guard
            let file = try? FileDescriptor.workingDirectory.open(path, [.readOnly, .noFollow, .nonBlocking])
        else { return nil }
        return try? ContentDigest(reading: file.borrowed)
    }
}
