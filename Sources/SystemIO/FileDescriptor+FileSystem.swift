import CLinux
import Glibc

extension FileDescriptor {
    /// fstatfs(2).
    /// - Throws: `Errno`.
    package func fileSystemStatistics() throws(Errno) -> FileSystemStatistics {
        var raw = CLinux.statfs()
        try SystemCall.retrying { fstatfs(rawValue, &raw) }
        return FileSystemStatistics(
            blocks: UInt64(raw.f_blocks), freeBlocks: UInt64(raw.f_bfree), availableBlocks: UInt64(raw.f_bavail),
            files: UInt64(raw.f_files), freeFiles: UInt64(raw.f_ffree),
            blockSize: UInt32(truncatingIfNeeded: raw.f_bsize),
            fragmentSize: UInt32(truncatingIfNeeded: raw.f_frsize),
            nameLength: UInt32(truncatingIfNeeded: raw.f_namelen))
    }

    /// Whether the mount lets set-user-ID bits and device nodes mean something.
    package var allowsSetUserIDAndDevices: Bool {
        var raw = CLinux.statfs()
        // ST_NOSUID and ST_NODEV
        return fstatfs(rawValue, &raw) == 0 && raw.f_flags & (2 | 4) == 0
    }

    /// Whether this is an overlayfs, on which passthrough is one step deeper.
    package var isOnOverlay: Bool {
        var raw = CLinux.statfs()
        return fstatfs(rawValue, &raw) == 0 && raw.f_type == 0x794c_7630
    }
}

/// How many descriptors this process may have.
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one.
    /// - Returns: the limit from now on.
    package static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many more this process may open now.
    package static var free: Int {
        let folder = try? FileDescriptor.workingDirectory.open("/proc/self/fd", [.readOnly, .directory])
        guard let folder, let names = try? folder.borrowed.names() else { return max(0, current - 64) }
        return max(0, current - names.count)
    }

    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
