import CLinux
import Glibc

/// Messages with a descriptor, between a process and its child: unix(7), SOCK_SEQPACKET and SCM_RIGHTS. A message is
/// received whole, and never together with another.
package enum DescriptorPassing {
    /// Two connected ends.
    package struct Pair: ~Copyable {
        package let first: OwnedFileDescriptor
        package let second: OwnedFileDescriptor
    }

    /// Two connected ends, close-on-exec.
    package static func pair() throws(Errno) -> Pair {
        var ends: (CInt, CInt) = (-1, -1)
        try SystemCall.retrying {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                    socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, $0)
                }
            }
        }
        return Pair(first: OwnedFileDescriptor(owning: ends.0), second: OwnedFileDescriptor(owning: ends.1))
    }

    /// Sends a message, with a descriptor of which the other end gets a copy.
    /// - Throws: `Errno`: EPIPE when the other end is gone.
    package static func send(
        _ message: [UInt8], with descriptor: FileDescriptor? = nil, to socket: FileDescriptor
    ) throws(Errno) {
        var message = message
        var control = ControlMessage()
        control.descriptor = descriptor?.rawValue ?? -1
        try SystemCall.retrying {
            message.withUnsafeMutableBytes { bytes in
                withUnsafeMutableBytes(of: &control) { control in
                    var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &vector) { vector in
                        var header = msghdr()
                        header.msg_iov = vector
                        header.msg_iovlen = 1
                        if descriptor != nil {
                            header.msg_control = control.baseAddress
                            header.msg_controllen = control.count
                        }
                        return sendmsg(socket.rawValue, &header, CInt(MSG_NOSIGNAL))
                    }
                }
            }
        }
    }

    /// Receives a message of at most `limit` bytes, and the descriptor that came with it.
    /// - Returns: nil when the other end closed.
    package static func receive(limit: Int, from socket: FileDescriptor) throws(Errno) -> Received? {
        var buffer = [UInt8](repeating: 0, count: limit)
        var control = ControlMessage()
        control.descriptor = -1
        var controlLength = 0
        let count = try SystemCall.retrying {
            buffer.withUnsafeMutableBytes { bytes in
                withUnsafeMutableBytes(of: &control) { control in
                    var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &vector) { vector in
                        var header = msghdr()
                        header.msg_iov = vector
                        header.msg_iovlen = 1
                        header.msg_control = control.baseAddress
                        header.msg_controllen = control.count
                        let count = recvmsg(socket.rawValue, &header, CInt(MSG_CMSG_CLOEXEC))
                        controlLength = header.msg_controllen
                        return count
                    }
                }
            }
        }
        let passed = controlLength >= ControlMessage.length && control.descriptor >= 0 ? control.descriptor : nil
        if count == 0, passed == nil { return nil }
        return Received(message: Array(buffer[..<count]), descriptor: passed)
    }

    /// A message, and a descriptor that the receiver has to close.
    package struct Received: ~Copyable {
        package let message: [UInt8]
        private var descriptor: CInt?

        init(message: [UInt8], descriptor: CInt?) {
            self.message = message
            self.descriptor = descriptor
        }

        deinit {
            if let descriptor { close(descriptor) }
        }

        /// The descriptor, once.
        package mutating func takeDescriptor() -> OwnedFileDescriptor? {
            defer { descriptor = nil }
            return descriptor.map { OwnedFileDescriptor(owning: $0) }
        }
    }
}

/// A control message that holds one descriptor, as cmsg(3) lays it out.
private struct ControlMessage {
    var header = cmsghdr()
    var descriptor: CInt = -1
    var padding: CInt = 0

    init() {
        header.cmsg_len = Self.length
        header.cmsg_level = SOL_SOCKET
        header.cmsg_type = CInt(SCM_RIGHTS)
    }

    /// CMSG_LEN(sizeof(int)).
    static var length: Int { MemoryLayout<cmsghdr>.size + MemoryLayout<CInt>.size }
}
