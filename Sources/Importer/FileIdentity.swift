import SystemIO

/// Which file or folder it is, by whatever path.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
    }
}

extension DocumentLibrary {
    /// The library's folder and those in it.
    var folderIdentities: Set<FileIdentity> {
        var identities: Set<FileIdentity> = []
        for descriptor in [folder.root.borrowed, folder.staging.borrowed, folder.documents.borrowed] {
            if let status = try? descriptor.status() { identities.insert(FileIdentity(status)) }
        }
        return identities
    }
}
