import ControlProtocol
import SystemIO

/// The mount's end of the control socket: takes connections of the mount's own user, cuts the stream into messages,
/// and keeps answers until the other end takes them. It never waits for anybody.
///
/// Confined to the loop's thread.
final class ControlListener {
    private let loop: EventLoop
    private let socket: OwnedFileDescriptor
    private let path: String
    private let user: UInt32
    private let opened: (ControlConnection) -> Void
    private var watch: EventLoop.Watch?

    /// - Parameters:
    ///   - path: a name that is free; it is removed when the listener closes.
    ///   - opened: gets each new connection, and sets what it does with messages.
    init(
        loop: EventLoop, path: String, user: UInt32, opened: @escaping (ControlConnection) -> Void
    ) throws(Errno) {
        self.loop = loop
        self.path = path
        self.user = user
        self.opened = opened
        socket = try UnixSocket.listen(at: path)
        watch = try loop.watch(socket.borrowed, for: .readable) { [unowned self] _ in acceptAll() }
    }

    func close() {
        watch?.cancel()
        watch = nil
        try? FileDescriptor.workingDirectory.unlink(path)
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
                return try ControlConnection(loop: loop, socket: socket, peer: peer)
            } catch {
                // The other end may be gone by now (ECONNABORTED); the rest can wait until descriptors are free.
                if error.name == "ECONNABORTED" { continue }
                return nil
            }
        }
    }
}
