import ControlProtocol
import SystemIO

/// One connection of the control socket, which stands for one process: what it was granted ends with it.
///
/// Confined to the loop's thread.
final class ControlConnection {
    /// A client that lets so much pile up isn't reading any more.
    private static let maximumBacklog = 64 << 20

    let peer: UnixSocket.Peer
    var processName: String
    /// A claim that is held for longer keeps others out for longer than they wait, or than its owner meant to.
    var claimDeadline = Duration.seconds(30)
    /// Whether trace events are sent to it.
    var watches = false
    var received: ((ControlRequestMessage) -> Void)?
    var closed: (() -> Void)?

    private let socket: OwnedFileDescriptor
    private let buffer: ReceiveBuffer
    private var framing = LineFraming()
    private var backlog: [UInt8] = []
    private var watch: EventLoop.Watch?
    private var interest: EventLoop.Readiness = .readable
    private var closesWhenSent = false
    private(set) var isClosed = false

    /// - Parameter buffer: what is received passes through it; all connections of a loop share one.
    init(
        loop: EventLoop, socket: consuming OwnedFileDescriptor, peer: UnixSocket.Peer, buffer: ReceiveBuffer
    ) throws(Errno) {
        self.socket = socket
        self.buffer = buffer
        self.peer = peer
        processName = CallingProcess(thread: peer.processIdentifier)?.name ?? "?"
        watch = try loop.watch(self.socket.borrowed, for: .readable) { [weak self] readiness in
            self?.ready(readiness)
        }
    }

    func answer(_ id: Int, _ response: some Codable) {
        guard id != ControlCoding.unanswered else { return }
        send(ControlCoding.line(id: id, ok: response))
    }

    func refuse(_ id: Int, _ failure: ControlFailure) {
        guard id != ControlCoding.unanswered else { return }
        send(ControlCoding.line(id: id, error: failure))
    }

    func tell(_ event: ControlEvent) {
        send(ControlCoding.line(event))
    }

    /// Closes once everything that was answered has been taken.
    func closeWhenSent() {
        closesWhenSent = true
        if backlog.isEmpty { close() }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        watch?.cancel()
        watch = nil
        UnixSocket.shutDown(socket.borrowed)
        received = nil
        let closed = closed
        self.closed = nil
        closed?()
    }

    private func ready(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { flush() }
        if !readiness.isDisjoint(with: [.readable, .hungUp, .error]) { receive() }
    }

    /// Takes what is there; for more the loop calls again.
    private func receive() {
        guard !isClosed else { return }
        do throws(Errno) {
            let count = try UnixSocket.receive(into: buffer.bytes, from: socket.borrowed)
            guard count > 0 else { return close() }
            try? take(UnsafeRawBufferPointer(buffer.bytes)[..<count])
        } catch {
            if error != .wouldBlock { close() }
        }
    }

    private func take(_ bytes: some Collection<UInt8>) throws(LineFraming.LineTooLong) {
        let lines: [[UInt8]]
        do {
            lines = try framing.append(bytes)
        } catch {
            let failure = ControlFailure.conversation(
                .malformed, "A message is longer than \(controlMessageLimit) bytes.")
            send(ControlCoding.line(id: 0, error: failure))
            closeWhenSent()
            throw error
        }
        for line in lines where !isClosed { take(line: line) }
    }

    private func take(line: [UInt8]) {
        do throws(ControlCoding.BadRequest) {
            received?(try ControlCoding.request(line))
        } catch {
            send(ControlCoding.line(id: error.id, error: error.failure))
        }
    }

    func send(_ line: [UInt8]) {
        guard !isClosed else { return }
        backlog += line
        flush()
    }

    private func flush() {
        var sent = 0
        defer {
            backlog.removeFirst(sent)
            if !isClosed { followUp() }
        }
        while sent < backlog.count {
            do throws(Errno) {
                sent += try send(backlog[sent...])
            } catch {
                // A closed end is noticed by the next read, which also takes what was sent before.
                if error != .wouldBlock { sent = backlog.count }
                return
            }
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
            try UnixSocket.send(UnsafeRawBufferPointer(buffer), to: socket.borrowed)
        }
    }

    private func followUp() {
        if backlog.count > ControlConnection.maximumBacklog || (closesWhenSent && backlog.isEmpty) { return close() }
        // Nearly every answer is taken at once, and then nothing about the watch changes.
        let wanted: EventLoop.Readiness = backlog.isEmpty ? .readable : [.readable, .writable]
        guard wanted != interest else { return }
        interest = wanted
        try? watch?.update(wanted)
    }
}

/// Memory for what is received, used between two returns to the loop.
final class ReceiveBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    deinit { bytes.deallocate() }
}

extension ControlConnection: Hashable {
    static func == (left: ControlConnection, right: ControlConnection) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
