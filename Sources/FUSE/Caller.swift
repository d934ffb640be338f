import CFuse3

/// Who asks.
package struct Caller: Sendable {
    package let userID: UInt32
    package let groupID: UInt32
    /// The **thread**, not the process: its process is `Tgid` in `/proc/TID/status`. 0 when the kernel asks on its
    /// own behalf, as it does for a last close and for readahead's end.
    package let threadID: Int32
    /// Of create, mkdir, mknod and the like; the provider applies it, the kernel doesn't.
    package let umask: UInt32

    init(_ request: fuse_req_t) {
        let context = fuse_req_ctx(request)!.pointee
        userID = context.uid
        groupID = context.gid
        threadID = context.pid
        umask = context.umask
    }
}
