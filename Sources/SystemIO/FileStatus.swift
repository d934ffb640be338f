import CLinux
import Glibc

/// What stat(2) says about an object.
package struct FileStatus: Sendable, Equatable {
    /// A time with the resolution that file systems keep.
    package struct Timestamp: Sendable, Hashable {
        package var seconds: Int64
        package var nanoseconds: UInt32

        package init(seconds: Int64, nanoseconds: UInt32 = 0) {
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }

        /// The wall clock, as file systems read it.
        package static var now: Timestamp {
            var time = Glibc.timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(time)
        }

        @inline(__always)
        package init(_ time: Glibc.timespec) {
            self.init(seconds: Int64(time.tv_sec), nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec))
        }

        package var timespec: timespec { Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds)) }
    }

    package enum Kind: UInt32, Sendable {
        case fifo = 0o010000
        case characterDevice = 0o020000
        case directory = 0o040000
        case blockDevice = 0o060000
        case regular = 0o100000
        case symbolicLink = 0o120000
        case socket = 0o140000
    }

    package var device: UInt64
    package var inode: UInt64
    /// Kind and permissions, as in `st_mode`.
    package var mode: UInt32
    package var linkCount: UInt32
    package var userID: UInt32
    package var groupID: UInt32
    /// The device that a device node stands for.
    package var specialDevice: UInt64
    package var size: Int64
    /// In units of 512 bytes.
    package var blocks: Int64
    package var blockSize: Int32
    package var accessed: Timestamp
    package var modified: Timestamp
    package var changed: Timestamp

    @inline(__always)
    package init(_ raw: stat) {
        device = UInt64(raw.st_dev)
        inode = UInt64(raw.st_ino)
        mode = raw.st_mode
        linkCount = UInt32(truncatingIfNeeded: raw.st_nlink)
        userID = raw.st_uid
        groupID = raw.st_gid
        specialDevice = UInt64(raw.st_rdev)
        size = Int64(raw.st_size)
        blocks = Int64(raw.st_blocks)
        blockSize = Int32(truncatingIfNeeded: raw.st_blksize)
        accessed = Timestamp(raw.st_atim)
        modified = Timestamp(raw.st_mtim)
        changed = Timestamp(raw.st_ctim)
    }

    /// An object that no disk holds.
    package init(
        kind: Kind, permissions: UInt32, inode: UInt64, size: Int64, modified: Timestamp, linkCount: UInt32 = 1,
        userID: UInt32 = getuid(), groupID: UInt32 = getgid()
    ) {
        device = 0
        self.inode = inode
        mode = kind.rawValue | permissions
        self.linkCount = linkCount
        self.userID = userID
        self.groupID = groupID
        specialDevice = 0
        self.size = size
        blocks = (size + 511) / 512
        blockSize = 4096
        accessed = modified
        self.modified = modified
        changed = modified
    }

    package var kind: Kind? { Kind(rawValue: mode & S_IFMT) }
    package var permissions: UInt32 { mode & 0o7777 }
    package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
    package var isRegular: Bool { mode & S_IFMT == S_IFREG }
    package var isSymbolicLink: Bool { mode & S_IFMT == S_IFLNK }
}

extension FileDescriptor {
    /// fstat(2). Works on `O_PATH` descriptors too.
    /// - Throws: `Errno`.
    package func status() throws(Errno) -> FileStatus {
        var raw = stat()
        try SystemCall.retrying { fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// fstatat(2) of a name in this directory. A symbolic link isn't followed unless asked.
    /// - Throws: `Errno`.
    package func status(of name: UnsafePointer<CChar>, followLink: Bool = false) throws(Errno) -> FileStatus {
        var raw = stat()
        try SystemCall.retrying { fstatat(rawValue, name, &raw, followLink ? 0 : AT_SYMLINK_NOFOLLOW) }
        return FileStatus(raw)
    }

    /// The minor number of a device.
    package static func minor(of device: UInt64) -> UInt32 { clinux_minor(dev_t(device)) }

    /// The device of what `path` names, without asking a network or FUSE file system for anything: a provider that
    /// never answers can't hold the caller.
    /// - Throws: `Errno`.
    package static func deviceWithoutAsking(path: RawPath) throws(Errno) -> UInt64 {
        var raw = CLinux.statx()
        try path.withCString { (path) throws(Errno) in
            _ = try SystemCall.retrying {
                statx(AT_FDCWD, path, CInt(CLINUX_AT_STATX_DONT_SYNC) | CInt(CLINUX_AT_NO_AUTOMOUNT), 0, &raw)
            }
        }
        return UInt64(clinux_makedev(raw.stx_dev_major, raw.stx_dev_minor))
    }
}
