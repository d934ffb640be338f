import CLinux
import Glibc

/// Stream sockets that have a name in the file system: the control socket and its clients.
package enum UnixSocket {
    /// Who is at the other end, as the kernel saw it when the connection was made (unix(7), SO_PEERCRED).
    package struct Peer: Hashable, Sendable {
        package let processIdentifier: Int32
        package let user: UInt32
        package let group: UInt32
    }

    /// A connection to the socket at `path`.
    /// - Throws: `Errno`: ENOENT without a socket, ECONNREFUSED when nobody listens any more.
    package static func connect(to path: String) throws(Errno) -> OwnedFileDescriptor {
        try withShortName(path) { (name: String) throws(Errno) in
            let socket = try make(nonBlocking: false)
            try withAddress(name) { (address, length) throws(Errno) in
                try SystemCall.retrying { Glibc.connect(socket.borrowed.rawValue, address, length) }
            }
            return socket
        }
    }

    /// A listening socket at `path`, readable and writable by its owner only, non-blocking. The name must be free.
    package static func listen(at path: String, backlog: Int32 = 4096) throws(Errno) -> OwnedFileDescriptor {
        try withShortName(path) { (name: String) throws(Errno) in
            let socket = try make(nonBlocking: true)
            // The mode that fchmod sets before bind is the name's mode, so there is no moment with a wider one.
            try SystemCall.retrying { fchmod(socket.borrowed.rawValue, 0o600) }
            try withAddress(name) { (address, length) throws(Errno) in
                try SystemCall.retrying { Glibc.bind(socket.borrowed.rawValue, address, length) }
            }
            try SystemCall.retrying { Glibc.listen(socket.borrowed.rawValue, backlog) }
            return socket
        }
    }

    /// The next waiting connection, non-blocking and close-on-exec.
    /// - Throws: `Errno.wouldBlock` when none waits.
    package static func accept(on listener: FileDescriptor) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            owning: try SystemCall.retrying {
                accept4(listener.rawValue, nil, nil, CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            })
    }

    /// Two connected sockets, blocking: for tests and for a parent and its child. The caller owns both.
    package static func pair() throws(Errno) -> (FileDescriptor, FileDescriptor) {
        var ends: (CInt, CInt) = (-1, -1)
        try SystemCall.retrying {
            withUnsafeMutablePointer(to: &ends) {
                $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, $0)
                }
            }
        }
        return (FileDescriptor(rawValue: ends.0), FileDescriptor(rawValue: ends.1))
    }

    package static func peer(of socket: FileDescriptor) throws(Errno) -> Peer {
        // struct ucred, a GNU extension that Swift's Glibc lacks: pid, uid, gid.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        try SystemCall.retrying { getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length) }
        return Peer(processIdentifier: credentials.0, user: credentials.1, group: credentials.2)
    }

    /// A send that the other end doesn't take in within `timeout` fails with EAGAIN instead of blocking for ever.
    package static func setSendTimeout(_ timeout: Duration, on socket: FileDescriptor) throws(Errno) {
        var time = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        try SystemCall.retrying {
            setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Sends what the socket takes, without SIGPIPE when the other end is gone.
    /// - Returns: the number of bytes taken.
    /// - Throws: `Errno`: EPIPE when the other end is gone, EAGAIN when a non-blocking socket is full.
    package static func send(_ bytes: UnsafeRawBufferPointer, to socket: FileDescriptor) throws(Errno) -> Int {
        try SystemCall.retrying {
            Glibc.send(socket.rawValue, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        }
    }

    /// Sends all of it on a blocking socket.
    package static func sendAll(_ bytes: [UInt8], to socket: FileDescriptor) throws(Errno) {
        var sent = 0
        while sent < bytes.count {
            let rest = bytes[sent...]
            sent += try SystemCall.retrying {
                rest.withUnsafeBytes { Glibc.send(socket.rawValue, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            }
        }
    }

    /// - Parameter waits: whether to wait for something on a blocking socket.
    /// - Returns: the number of bytes received; 0 when the other end closed.
    /// - Throws: `Errno.wouldBlock` when there is nothing and it doesn't wait.
    package static func receive(
        into buffer: UnsafeMutableRawBufferPointer, from socket: FileDescriptor, waits: Bool = true
    ) throws(Errno) -> Int {
        let flags = waits ? 0 : CInt(MSG_DONTWAIT)
        return try SystemCall.retrying { Glibc.recv(socket.rawValue, buffer.baseAddress, buffer.count, flags) }
    }

    /// Ends both directions, which wakes a thread that is blocked in `receive`.
    package static func shutDown(_ socket: FileDescriptor) {
        _ = Glibc.shutdown(socket.rawValue, CInt(SHUT_RDWR))
    }

    private static func make(nonBlocking: Bool) throws(Errno) -> OwnedFileDescriptor {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (nonBlocking ? SOCK_NONBLOCK.rawValue : 0)
        return OwnedFileDescriptor(owning: try SystemCall.retrying { socket(AF_UNIX, CInt(flags), 0) })
    }

    private static func withAddress(
        _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Void
    ) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(name.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .nameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        var failure: Errno?
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                do throws(Errno) {
                    try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    /// A socket's address holds 107 bytes. A longer path is reached through its folder's descriptor.
    private static func withShortName(
        _ path: String, _ body: (String) throws(Errno) -> OwnedFileDescriptor
    ) throws(Errno) -> OwnedFileDescriptor {
        guard path.utf8.count > 107, let slash = path.lastIndex(of: "/") else { return try body(path) }
        let folder = OwnedFileDescriptor(
            owning: try SystemCall.retrying {
                open(String(path[..<slash]), O_PATH_FLAG | O_DIRECTORY | O_CLOEXEC)
            })
        return try body("/proc/self/fd/\(folder.borrowed.rawValue)/\(path[path.index(after: slash)...])")
    }
}

/// O_PATH, which Swift's Glibc lacks (open(2)); the same number on every architecture that Swift for Linux has.
private let O_PATH_FLAG: CInt = 0o10000000
