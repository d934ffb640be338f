import CLinux
import Glibc

/// The flags of open(2) that Swift's Glibc module lacks are named here too. `O_CLOEXEC` is always added.
package struct OpenFlags: OptionSet, Hashable, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    package static let readOnly = OpenFlags([])
    package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
    package static let readWrite = OpenFlags(rawValue: O_RDWR)
    package static let append = OpenFlags(rawValue: O_APPEND)
    package static let create = OpenFlags(rawValue: O_CREAT)
    package static let exclusive = OpenFlags(rawValue: O_EXCL)
    package static let truncate = OpenFlags(rawValue: O_TRUNC)
    package static let directory = OpenFlags(rawValue: O_DIRECTORY)
    package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
    package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
    package static let direct = OpenFlags(rawValue: CInt(CLINUX_O_DIRECT))
    package static let pathOnly = OpenFlags(rawValue: CInt(CLINUX_O_PATH))
    package static let temporary = OpenFlags(rawValue: CInt(CLINUX_O_TMPFILE))
    package static let noAccessTime = OpenFlags(rawValue: CInt(CLINUX_O_NOATIME))

    /// `O_WRONLY` or `O_RDWR`.
    package var writes: Bool { rawValue & O_ACCMODE != O_RDONLY }
    package var reads: Bool { rawValue & O_ACCMODE != O_WRONLY }
}

extension FileDescriptor {
    /// openat(2) relative to this directory; `FileDescriptor.workingDirectory` for an ordinary path.
    /// - Throws: `Errno`.
    package func open(
        _ path: UnsafePointer<CChar>, _ flags: OpenFlags, permissions: UInt32 = 0o666
    ) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            owning: try SystemCall.retrying { openat(rawValue, path, flags.rawValue | O_CLOEXEC, permissions) })
    }

    /// Opens again what this descriptor stands for, with other flags: the way from an `O_PATH` descriptor to one
    /// that reads.
    /// - Throws: `Errno`.
    package func reopen(_ flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        try FileDescriptor.workingDirectory.open("/proc/self/fd/\(rawValue)", flags)
    }

    /// dup(2), close-on-exec.
    /// - Throws: `Errno`.
    package func duplicate() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(owning: try SystemCall.retrying { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) })
    }

    package func setNonBlocking() throws(Errno) {
        let flags = try SystemCall.retrying { fcntl(rawValue, F_GETFL) }
        try SystemCall.retrying { fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) }
    }
}
