import CFuse3
import Glibc
import SystemIO

/// readlink(2), statfs(2), or another question about an object as a whole.
package struct NodeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
}

package struct GetAttributesRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    /// Of fstat(2).
    package let handle: HandleID?
}

package struct SetAttributesRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    /// Of ftruncate(2) and the like.
    package let handle: HandleID?
    package let permissions: UInt32?
    package let userID: UInt32?
    package let groupID: UInt32?
    package let size: Int64?
    package let accessed: FileDescriptor.TimeChange
    package let modified: FileDescriptor.TimeChange
    /// Truncating takes set-user-ID and set-group-ID bits away.
    package let clearsSetID: Bool

    init(
        _ request: fuse_req_t, _ node: fuse_ino_t, _ attributes: stat, _ valid: CInt, _ handle: HandleID?,
        clearsSetID: Bool
    ) {
        self.clearsSetID = clearsSetID
        caller = Caller(request)
        self.node = NodeID(rawValue: node)
        self.handle = handle
        func has(_ bit: CInt) -> Bool { valid & bit != 0 }
        permissions = has(FUSE_SET_ATTR_MODE) ? attributes.st_mode & 0o7777 : nil
        userID = has(FUSE_SET_ATTR_UID) ? attributes.st_uid : nil
        groupID = has(FUSE_SET_ATTR_GID) ? attributes.st_gid : nil
        size = has(FUSE_SET_ATTR_SIZE) ? Int64(attributes.st_size) : nil
        func change(_ set: CInt, _ now: CInt, _ time: timespec) -> FileDescriptor.TimeChange {
            has(now) ? .now : has(set) ? .to(FileStatus.Timestamp(time)) : .keep
        }
        accessed = change(FUSE_SET_ATTR_ATIME, FUSE_SET_ATTR_ATIME_NOW, attributes.st_atim)
        modified = change(FUSE_SET_ATTR_MTIME, FUSE_SET_ATTR_MTIME_NOW, attributes.st_mtim)
    }
}

/// access(2), where the mount doesn't leave permissions to the kernel.
package struct AccessRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let mask: CInt
}

package struct SetExtendedAttributeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let name: FileName
    package let value: [UInt8]
    package let flags: CInt
}

/// getxattr(2).
package struct GetExtendedAttributeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let name: FileName
    /// 0 asks for the size.
    package let capacity: Int
}

package struct ListExtendedAttributesRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    /// 0 asks for the size.
    package let capacity: Int
}

package struct RemoveExtendedAttributeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let name: FileName
}
