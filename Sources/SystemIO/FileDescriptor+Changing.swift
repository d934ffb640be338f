import CLinux
import Glibc

/// The flags of renameat2(2).
package struct RenameFlags: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let noReplace = RenameFlags(rawValue: UInt32(CLINUX_RENAME_NOREPLACE))
    package static let exchange = RenameFlags(rawValue: UInt32(CLINUX_RENAME_EXCHANGE))
}

// Names in a directory. The receiver is the directory; no name is followed if it is a symbolic link.
extension FileDescriptor {
    package func makeDirectory(_ name: UnsafePointer<CChar>, permissions: UInt32 = 0o777) throws(Errno) {
        try SystemCall.retrying { mkdirat(rawValue, name, permissions) }
    }

    package func makeNode(_ name: UnsafePointer<CChar>, mode: UInt32, device: UInt64) throws(Errno) {
        try SystemCall.retrying { mknodat(rawValue, name, mode, dev_t(device)) }
    }

    package func makeSymbolicLink(_ name: UnsafePointer<CChar>, to target: UnsafePointer<CChar>) throws(Errno) {
        try SystemCall.retrying { symlinkat(target, rawValue, name) }
    }

    package func unlink(_ name: UnsafePointer<CChar>) throws(Errno) {
        try SystemCall.retrying { unlinkat(rawValue, name, 0) }
    }

    package func removeDirectory(_ name: UnsafePointer<CChar>) throws(Errno) {
        try SystemCall.retrying { unlinkat(rawValue, name, AT_REMOVEDIR) }
    }

    package func rename(
        _ name: UnsafePointer<CChar>, to target: FileDescriptor, _ targetName: UnsafePointer<CChar>,
        flags: RenameFlags = []
    ) throws(Errno) {
        try SystemCall.retrying { renameat2(rawValue, name, target.rawValue, targetName, flags.rawValue) }
    }

    /// Another name, in the directory `target`, for `name` in this one.
    package func link(
        _ name: UnsafePointer<CChar>, in target: FileDescriptor, as targetName: UnsafePointer<CChar>
    ) throws(Errno) {
        try SystemCall.retrying { linkat(rawValue, name, target.rawValue, targetName, 0) }
    }

    /// A name for what this descriptor stands for (one with `O_PATH` will do): through `/proc`, which needs no
    /// capability.
    package func link(in target: FileDescriptor, as targetName: UnsafePointer<CChar>) throws(Errno) {
        let own = "/proc/self/fd/\(rawValue)"
        try SystemCall.retrying { linkat(AT_FDCWD, own, target.rawValue, targetName, AT_SYMLINK_FOLLOW) }
    }

    /// readlinkat(2), however long the target is. An empty name means the link that this `O_PATH` descriptor is.
    package func readLink(_ name: UnsafePointer<CChar>) throws(Errno) -> [UInt8] {
        var capacity = 256
        while true {
            var target = [UInt8](repeating: 0, count: capacity)
            let count = try SystemCall.retrying {
                target.withUnsafeMutableBytes {
                    readlinkat(rawValue, name, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
                }
            }
            if count < capacity { return Array(target[..<count]) }
            capacity *= 4
        }
    }
}

extension FileDescriptor {
    /// Whether this process may write to what has that name or path; not on a file system that is read-only.
    package func allowsWriting(to name: UnsafePointer<CChar>) -> Bool {
        faccessat(rawValue, name, W_OK, AT_EACCESS) == 0
    }
}

// The object that the descriptor stands for.
extension FileDescriptor {
    package func truncate(to size: Int64) throws(Errno) {
        try SystemCall.retrying { ftruncate(rawValue, off_t(size)) }
    }

    package func allocate(mode: CInt, offset: Int64, length: Int64) throws(Errno) {
        try SystemCall.retrying { fallocate(rawValue, mode, off_t(offset), off_t(length)) }
    }

    /// `SEEK_DATA` and `SEEK_HOLE` of lseek(2).
    package static let seekData = CInt(CLINUX_SEEK_DATA)
    package static let seekHole = CInt(CLINUX_SEEK_HOLE)

    package func seek(to offset: Int64, whence: CInt) throws(Errno) -> Int64 {
        Int64(try SystemCall.retrying { lseek(rawValue, off_t(offset), whence) })
    }

    /// fsync(2), or fdatasync(2).
    package func synchronize(dataOnly: Bool = false) throws(Errno) {
        try SystemCall.retrying { dataOnly ? fdatasync(rawValue) : fsync(rawValue) }
    }
}

// Mode, owner and times, by a name in this directory or (with an empty name) of what the descriptor stands for.
extension FileDescriptor {
    package func changeMode(to permissions: UInt32) throws(Errno) {
        try SystemCall.retrying { fchmod(rawValue, permissions) }
    }

    /// fchownat(2); nil leaves that half as it is.
    package func changeOwner(
        of name: UnsafePointer<CChar> = emptyName, userID: UInt32?, groupID: UInt32?
    ) throws(Errno) {
        try SystemCall.retrying {
            fchownat(
                rawValue, name, userID ?? .max, groupID ?? .max, CInt(CLINUX_AT_EMPTY_PATH) | AT_SYMLINK_NOFOLLOW)
        }
    }

    /// A time to set.
    package enum TimeChange: Sendable, Equatable {
        case keep
        case now
        case to(FileStatus.Timestamp)

        var timespec: timespec {
            switch self {
            case .keep: Glibc.timespec(tv_sec: 0, tv_nsec: Int(CLINUX_UTIME_OMIT))
            case .now: Glibc.timespec(tv_sec: 0, tv_nsec: Int(CLINUX_UTIME_NOW))
            case .to(let time): time.timespec
            }
        }
    }

    /// utimensat(2).
    package func setTimes(
        of name: UnsafePointer<CChar> = emptyName, accessed: TimeChange, modified: TimeChange
    ) throws(Errno) {
        var times = (accessed.timespec, modified.timespec)
        try SystemCall.retrying {
            withUnsafeBytes(of: &times) {
                utimensat(
                    rawValue, name, $0.baseAddress!.assumingMemoryBound(to: timespec.self),
                    CInt(CLINUX_AT_EMPTY_PATH) | AT_SYMLINK_NOFOLLOW)
            }
        }
    }
}

/// The empty name with which `AT_EMPTY_PATH` means the descriptor itself.
package nonisolated(unsafe) let emptyName: UnsafePointer<CChar> = {
    let name = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    name.initialize(to: 0)
    return UnsafePointer(name)
}()
