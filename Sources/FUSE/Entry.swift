import CFuse3
import SystemIO

/// An object as the kernel gets to know it: each answer with an entry is one lookup that the kernel gives back with
/// `forget`.
package struct Entry: Sendable {
    package var node: NodeID
    package var generation: UInt64
    package var status: FileStatus
    /// How long the kernel may answer for the name without asking.
    package var nameTimeout: Duration
    /// How long the kernel may answer for the attributes without asking.
    package var attributesTimeout: Duration

    package init(
        node: NodeID, generation: UInt64 = 0, status: FileStatus, nameTimeout: Duration = .zero,
        attributesTimeout: Duration = .zero
    ) {
        self.node = node
        self.generation = generation
        self.status = status
        self.nameTimeout = nameTimeout
        self.attributesTimeout = attributesTimeout
    }

    var raw: fuse_entry_out {
        var raw = fuse_entry_out()
        raw.nodeid = node.rawValue
        raw.generation = generation
        (raw.entry_valid, raw.entry_valid_nsec) = nameTimeout.validity
        (raw.attr_valid, raw.attr_valid_nsec) = attributesTimeout.validity
        raw.attr = status.raw
        return raw
    }
}

extension Duration {
    /// As the protocol has it: seconds and nanoseconds. Negative counts as zero.
    var validity: (seconds: UInt64, nanoseconds: UInt32) {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return (0, 0) }
        return (UInt64(seconds), UInt32(attoseconds / 1_000_000_000))
    }
}

extension FileStatus {
    var raw: fuse_attr {
        fuse_attr(
            ino: inode, size: UInt64(bitPattern: size), blocks: UInt64(bitPattern: blocks),
            atime: UInt64(bitPattern: accessed.seconds), mtime: UInt64(bitPattern: modified.seconds),
            ctime: UInt64(bitPattern: changed.seconds), atimensec: accessed.nanoseconds,
            mtimensec: modified.nanoseconds, ctimensec: changed.nanoseconds, mode: mode, nlink: linkCount,
            uid: userID, gid: groupID, rdev: UInt32(truncatingIfNeeded: specialDevice),
            blksize: UInt32(bitPattern: blockSize), flags: 0)
    }
}
