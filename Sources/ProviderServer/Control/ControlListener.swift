import ControlProtocol
import Glibc
import SystemIO

/// The mount's end of the control socket: takes connections of the mount's own user, cuts the stream into messages,
/// and keeps answers until the other end takes them. It never waits for anybody.
///
/// Confined to the loop's thread.
final class ControlListener {
    private let loop: EventLoop
    private let socket: OwnedFileDescriptor
    private let path: String
    /// What stands at the path since this listener put it there.
    private let identity: (device: UInt64, inode: UInt64)?
    private let user: UInt32
    private let buffer = ReceiveBuffer()
    private let opened: (ControlConnection) -> Void
    private var watch: EventLoop.Watch?

    /// - Parameters:
    ///   - path: what a provider that was killed has left there goes; the kernel uses device numbers again. It is
    ///     removed when the listener closes.
    ///   - opened: gets each new connection, and sets what it does with messages.
    init(
        loop: EventLoop, path: String, user: UInt32, opened: @escaping (ControlConnection) -> Void
    ) throws(Errno) {
        self.loop = loop
        self.path = path
        self.user = user
        self.opened = opened
        let (number, identity) = try Self.inTurn(at: path) { _ throws(Errno) in
            try? FileDescriptor.workingDirectory.unlink(path)
            return (try UnixSocket.listen(at: path).release(), Self.identity(of: path))
        }
        socket = OwnedFileDescriptor(owning: number)
        self.identity = identity
        watch = try loop.watch(socket.borrowed, for: .readable) { [unowned self] _ in acceptAll() }
    }

    /// Takes no more connections; those that there are stay.
    ///
    /// The kernel gives a device number away again as soon as its mount is gone, so the name may be another mount's
    /// by now, and then it stays.
    func close() {
        watch?.cancel()
        watch = nil
        try? Self.inTurn(at: path) { isOwn throws(Errno) in
            // Without a turn the name stays: who comes next at this number removes it.
            guard isOwn, let identity, let present = Self.identity(of: path), identity == present else { return }
            try FileDescriptor.workingDirectory.unlink(path)
        }
    }

    /// Gives the mounts of all processes of a user their turns at the names of sockets, so that what one has looked at
    /// is still there when it acts. Who was stopped in its turn is not waited for.
    private static func inTurn<Result>(
        at path: String, _ body: (_ isOwn: Bool) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let folder = try FileDescriptor.workingDirectory.open(name, [.readOnly, .directory])
        defer { withExtendedLifetime(folder) {} }
        let deadline = MonotonicTime.now + .seconds(1)
        var isOwn = try folder.borrowed.lockWhole()
        while !isOwn, MonotonicTime.now < deadline {
            sched_yield()
            isOwn = try folder.borrowed.lockWhole()
        }
        return try body(isOwn)
    }

    private static func identity(of path: String) -> (device: UInt64, inode: UInt64)? {
        (try? FileDescriptor.workingDirectory.status(of: path)).map { ($0.device, $0.inode) }
    }

    private func acceptAll() {
        while let connection = accept() { opened(connection) }
    }

    /// The next connection of the right user; others are closed without a word.
    private func accept() -> ControlConnection? {
        while true {
            do throws(Errno) {
                let socket = try UnixSocket.accept(on: socket.borrowed)
                let peer = try UnixSocket.peer(of: socket.borrowed)
                // root may speak to anybody's mount.
                guard peer.user == user || peer.user == 0 else { continue }
                return try ControlConnection(loop: loop, socket: socket, peer: peer, buffer: buffer)
            } catch {
                // The other end may be gone by now (ECONNABORTED); the rest can wait until descriptors are free.
                if error.name == "ECONNABORTED" { continue }
                return nil
            }
        }
    }
}
