/// What a rule can match: a file system operation as FUSE names it, or an event of the provider's own.
package enum Operation: String, CaseIterable, Hashable, Sendable, Comparable {
    // Names and attributes
    case lookup
    case getattr
    case setattr
    case access
    case readlink
    case statfs
    case getxattr
    case setxattr
    case listxattr
    case removexattr
    // Folders
    case opendir
    case readdir
    case listEntry = "list-entry"
    case releasedir
    case fsyncdir
    // Content
    case open
    case read
    case write
    case flush
    case fsync
    case fallocate
    case lseek
    case copyFileRange = "copy-file-range"
    case release
    // Names that change
    case create
    case mknod
    case mkdir
    case symlink
    case link
    case unlink
    case rmdir
    case rename
    // The provider
    case mount
    case clock
    case download
    case upload
    // What an app asks over the control socket
    case pick
    case scopeStart = "scope-start"
    case scopeStop = "scope-stop"
    case coordinate
    case presenter
    case bookmarkCreate = "bookmark-create"
    case bookmarkResolve = "bookmark-resolve"

    package static func < (left: Operation, right: Operation) -> Bool { left.rawValue < right.rawValue }
}

extension Operation {
    /// What a rule with this operation matches, in one line.
    package var about: String {
        switch self {
        case .lookup: "a name is looked up in its folder (the path is the name's)"
        case .getattr: "attributes are read: stat(2), fstat(2)"
        case .setattr: "attributes change: chmod(2), chown(2), truncate(2), utimensat(2), chattr(1)"
        case .access: "permission is asked: access(2)"
        case .readlink: "a symbolic link's target is read"
        case .statfs: "the file system's free space is read"
        case .getxattr: "an extended attribute is read"
        case .setxattr: "an extended attribute is set"
        case .listxattr: "extended attributes are listed"
        case .removexattr: "an extended attribute is removed"
        case .opendir: "a folder is opened to be listed"
        case .readdir: "a part of a folder is listed (the path is the folder's)"
        case .listEntry: "an item is about to appear in its folder's listing (the path is the item's)"
        case .releasedir: "a folder is closed"
        case .fsyncdir: "a folder is made durable"
        case .open: "a file is opened"
        case .read: "a file's bytes are read: one request of the kernel, at most 1 MiB"
        case .write: "a file's bytes are written: one request of the kernel, at most 1 MiB"
        case .flush: "a descriptor is closed: close(2)"
        case .fsync: "a file is made durable"
        case .fallocate: "space is reserved or punched out"
        case .lseek: "the next hole or data is asked for"
        case .copyFileRange: "the kernel copies between two files"
        case .release: "an open file's last descriptor is gone (by nobody: the kernel names no process)"
        case .create: "a file is created and opened"
        case .mknod: "a file, FIFO or device is created"
        case .mkdir: "a folder is created"
        case .symlink: "a symbolic link is created"
        case .link: "a hard link is created"
        case .unlink: "a file is deleted"
        case .rmdir: "a folder is deleted"
        case .rename: "an item is renamed or moved (the path is the old one)"
        case .mount: "the mount begins: once, before any other operation"
        case .clock: "a moment after the mount, by `after`: nobody need ask for anything"
        case .download: "the provider begins to fetch a dataless item's content"
        case .upload: "the provider begins to send changed content"
        case .pick: "the document picker hands out an item"
        case .scopeStart: "an app starts accessing a security-scoped item"
        case .scopeStop: "an app stops accessing a security-scoped item"
        case .coordinate: "an app asks for a coordinated read or write"
        case .presenter: "a file presenter is sent a message"
        case .bookmarkCreate: "an app makes a bookmark"
        case .bookmarkResolve: "an app resolves a bookmark"
        }
    }

    /// The position in `allCases`: what `OperationSet` is made of. An enum without payloads is stored as that
    /// number; a test holds the two together. It is asked for on every operation of the mount.
    package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A set of operations, as cheap to test as one bit.
package struct OperationSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ operations: some Sequence<Operation>) {
        self.init(rawValue: operations.reduce(0) { $0 | (1 << UInt64($1.index)) })
    }

    package func contains(_ operation: Operation) -> Bool { rawValue & (1 << UInt64(operation.index)) != 0 }

    package var operations: [Operation] { Operation.allCases.filter(contains) }

    package static let all = OperationSet(Operation.allCases)
    package static let fileSystem = all.subtracting(events)
    /// What isn't a system call on the mount.
    package static let events = OperationSet([
        .mount, .clock, .download, .upload, .pick, .scopeStart, .scopeStop, .coordinate, .presenter, .bookmarkCreate,
        .bookmarkResolve, .listEntry,
    ])
    /// Whoever asks is told an outcome, and can be refused.
    package static let answered = all.subtracting(OperationSet([.mount, .clock, .release, .releasedir, .listEntry]))
    /// Something can happen to the item as the operation arrives, before it is done.
    package static let anyMoment = all.subtracting(OperationSet([.listEntry, .mount]))
    /// Something can happen to the provider, as the mount begins too.
    package static let anyTime = all.subtracting(OperationSet([.listEntry]))
    /// Attributes are part of the answer.
    package static let attributes = OperationSet([.lookup, .getattr])
    /// Content is the answer.
    package static let content = OperationSet([.open, .read, .download])
}
