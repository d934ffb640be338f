import Glibc
import Synchronization
import SystemIO

/// Whose turn it is to read a connection's socket. A thread that waits for an answer reads it itself, which saves
/// waking another that then wakes it; for what comes while none does, a thread of the connection's own stands by.
final class ReadingTurn: Sendable {
    /// A look that finds nothing is repeated for so long before the thread sleeps: the answer to a question that needs
    /// no waiting comes sooner than a thread wakes (see `Anticipation`, the other end's).
    private static let patience = Duration.microseconds(50)

    private let socket: FileDescriptor
    private let watch: OneShotWatch
    private let isTaken = Mutex(false)
    /// Only whoever has the turn touches it.
    private let stream: Stream
    private let receive: @Sendable ([UInt8]) throws -> Void

    private final class Stream: @unchecked Sendable {
        var framing = LineFraming()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

        deinit { buffer.deallocate() }
    }

    /// - Parameter receive: gets each line, on the thread whose turn it is.
    init(of socket: FileDescriptor, receive: @escaping @Sendable ([UInt8]) throws -> Void) throws(Errno) {
        self.socket = socket
        self.receive = receive
        watch = try OneShotWatch(socket)
        stream = Stream()
    }

    /// Takes the turn, unless another thread has it. It must be given back.
    func take() -> Bool {
        let isMine = isTaken.withLock { taken in
            defer { taken = true }
            return !taken
        }
        // Where it fails, the thread that stands by wakes for nothing.
        if isMine { try? watch.turnOff() }
        return isMine
    }

    func giveBack() {
        isTaken.withLock { $0 = false }
        // What has come meanwhile wakes the thread that stands by. Without a watch, the next who waits reads it.
        try? watch.turnOn()
    }

    /// Reads until the condition holds or the deadline has passed: for the thread whose turn it is.
    func read(until isDone: () -> Bool, deadline: ContinuousClock.Instant?) throws {
        while !isDone() {
            if try readAtOnce() { continue }
            if try lookAgain() { continue }
            if let deadline, !Readiness.isReadable(socket, until: deadline) { return }
            try take(UnixSocket.receive(into: stream.buffer, from: socket))
        }
    }

    /// Reads whenever no other thread does, until the end.
    func standBy() throws -> Never {
        try watch.turnOn()
        while true {
            try watch.wait()
            // Whoever has the turn turns the watch on again.
            guard take() else { continue }
            defer { giveBack() }
            while try readAtOnce() {}
        }
    }

    private func lookAgain() throws -> Bool {
        let end = ContinuousClock.now + Self.patience
        repeat {
            // Whoever is to answer may be waiting for this very processor.
            sched_yield()
            if try readAtOnce() { return true }
        } while ContinuousClock.now < end
        return false
    }

    private func readAtOnce() throws -> Bool {
        let count: Int
        do throws(Errno) {
            count = try UnixSocket.receive(into: stream.buffer, from: socket, waits: false)
        } catch {
            if error == .wouldBlock { return false }
            throw error
        }
        try take(count)
        return true
    }

    private func take(_ count: Int) throws {
        // The other end closed.
        guard count > 0 else { throw Errno.notConnected }
        for line in try stream.framing.append(UnsafeRawBufferPointer(stream.buffer)[..<count]) { try receive(line) }
    }
}
