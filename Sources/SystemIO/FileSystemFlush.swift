import CLinux
import Glibc

extension FileDescriptor {
    /// Whether syncfs(2) makes everything durable that was written to this descriptor's file system, as fsync(2) of
    /// each file does. True of the local file systems that are known to pass it to the disk and to report its errors;
    /// not of FUSE, where it writes the cache back and never tells the server to make that durable.
    package var isFlushedAsAWhole: Bool {
        var statistics = statfs()
        guard fstatfs(rawValue, &statistics) == 0 else { return false }
        return switch Int(statistics.f_type) {
        case Int(EXT4_SUPER_MAGIC), Int(XFS_SUPER_MAGIC), Int(BTRFS_SUPER_MAGIC), Int(F2FS_SUPER_MAGIC): true
        default: false
        }
    }

    /// syncfs(2).
    /// - Throws: `Errno`, of a write-back that failed since this descriptor was opened, too.
    package func flushFileSystem() throws(Errno) {
        try SystemCall.retrying { syncfs(rawValue) }
    }
}
