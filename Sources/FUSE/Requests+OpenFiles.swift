import CFuse3
import SystemIO

/// open(2) or opendir(3).
package struct OpenRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let flags: OpenFlags
    /// Truncating takes set-user-ID and set-group-ID bits away.
    package let clearsSetID: Bool
}

package struct ReadRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let offset: Int64
    package let size: Int
    package let flags: OpenFlags
}

package struct WriteRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let offset: Int64
    package let size: Int
    package let flags: OpenFlags
    /// From a shared mapping, not by a caller's write(2): the caller and the handle may be another's.
    package let isFromPageCache: Bool
    /// Writing takes set-user-ID and set-group-ID bits away.
    package let clearsSetID: Bool
}

/// flush (each close of a descriptor) and release (the last).
package struct HandleRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let flags: OpenFlags
}

/// fsync(2) of a file or a directory.
package struct SynchronizeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let dataOnly: Bool
}

/// readdir and readdirplus.
package struct ListRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    /// 0, or what an entry gave as `next`.
    package let offset: UInt64
    package let size: Int
}

package struct AllocateRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let mode: CInt
    package let offset: Int64
    package let length: Int64
}

package struct SeekRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let offset: Int64
    package let whence: CInt
}

package struct CopyRangeRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    package let offset: Int64
    package let targetNode: NodeID
    package let targetHandle: HandleID
    package let targetOffset: Int64
    package let length: Int
}

/// ioctl(2) of a file or a directory, with a plain value.
package struct IoctlRequest: Sendable {
    package let caller: Caller
    package let node: NodeID
    package let handle: HandleID
    /// The handle is an open directory's.
    package let isDirectory: Bool
    package let command: UInt32
    package let value: [UInt8]
    /// How many bytes the answer may have.
    package let capacity: Int
}
