import CFuse3
import Glibc
import SystemIO

/// A way to tell the kernel what to forget that any thread may use. It writes the protocol's messages itself to a
/// descriptor of its own, since libfuse's session belongs to the loop's thread.
///
/// A call can wait for as long as a lookup, create, unlink or rename in the same folder is unanswered: the kernel
/// takes the folder's lock. So never call it on the thread that answers those.
package final class NotificationChannel: Sendable {
    private let connection: OwnedFileDescriptor

    /// - Throws: `Errno`; `ENOTCONN` after the session's end.
    package init(_ session: FileSystemSession) throws(Errno) {
        guard let descriptor = session.descriptor else { throw .notConnected }
        connection = try descriptor.duplicate()
    }

    /// The kernel asks again before it believes this name, whether it was there or not.
    package func invalidate(_ name: FileName, in parent: NodeID) {
        var body = fuse_notify_inval_entry_out()
        body.parent = parent.rawValue
        body.namelen = UInt32(name.count)
        send(FUSE_NOTIFY_INVAL_ENTRY, body, trailing: Array(name.bytes) + [0])
    }

    /// The kernel asks again for the attributes.
    package func invalidateAttributes(_ node: NodeID) {
        send(FUSE_NOTIFY_INVAL_INODE, fuse_notify_inval_inode_out(ino: node.rawValue, off: -1, len: 0))
    }

    /// The kernel asks again for the attributes and for bytes: all of them from `offset` on where `count` is 0.
    package func invalidateContent(_ node: NodeID, at offset: Int64 = 0, count: Int64 = 0) {
        send(FUSE_NOTIFY_INVAL_INODE, fuse_notify_inval_inode_out(ino: node.rawValue, off: offset, len: count))
    }

    /// An object that the kernel doesn't know is no error, and neither is a connection that has ended.
    private func send<Body: BitwiseCopyable>(_ code: fuse_notify_code, _ body: Body, trailing: [UInt8] = []) {
        let headerSize = MemoryLayout<fuse_out_header>.size
        let size = headerSize + MemoryLayout<Body>.size + trailing.count
        let header = fuse_out_header(len: UInt32(size), error: Int32(code.rawValue), unique: 0)
        var message: [UInt8] = []
        message.reserveCapacity(size)
        withUnsafeBytes(of: header) { message += $0 }
        withUnsafeBytes(of: body) { message += $0 }
        message += trailing
        _ = message.withUnsafeBytes { Glibc.write(connection.borrowed.rawValue, $0.baseAddress, $0.count) }
    }
}
