import Glibc

/// Takes mounts away, also those whose provider no longer lives.
package enum MountRemoval {
    /// Detaches what is mounted at a path: umount2(2) as root, else fusermount3.
    /// - Throws: `Errno`; `EINVAL` if nothing is mounted there.
    package static func detach(_ path: RawPath) throws(Errno) {
        if SystemUser.isRoot {
            try path.withCString { (path) throws(Errno) in
                _ = try SystemCall.retrying { umount2(path, CInt(MNT_DETACH) | CInt(UMOUNT_NOFOLLOW)) }
            }
            return
        }
        let words = ["-u", "-z", "-q", "--"].map { Array($0.utf8) } + [path.bytes]
        let child = try ChildProcess(path: "fusermount3", words: words)
        let exit = try child.wait()
        guard exit.isSuccess else { throw .notPermitted }
    }

    /// Cuts a FUSE connection: every caller that waits for its provider gets an error, even if the provider hangs.
    /// - Parameter device: the mount's `st_dev`.
    /// - Throws: `Errno`.
    package static func abortConnection(device: UInt64) throws(Errno) {
        // Of an anonymous device the minor number is all there is.
        let minor = (device & 0xff) | ((device >> 12) & 0xfff00)
        let file = try FileDescriptor.workingDirectory.open("/sys/fs/fuse/connections/\(minor)/abort", [.writeOnly])
        try file.borrowed.writeAll("1")
    }
}
