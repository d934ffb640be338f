import Dispatch
import Glibc
import Synchronization
import SystemIO

/// The socket of a `ControlClient`, kept by the client and by the thread that reads.
final class ControlConnection: Sendable {
    private typealias Completion = @Sendable (Result<[UInt8], ControlFailure>) -> Void

    private struct State {
        var lastID = 0
        var pending: [Int: Completion] = [:]
        var failure: ControlFailure?
    }

    private struct Outgoing {
        var bytes: [UInt8] = []
        var isBeingSent = false
    }

    private let socket: OwnedFileDescriptor
    private let onEvent: ControlClient.EventHandler
    /// Set once, before the socket is read.
    private let turn = Mutex<ReadingTurn?>(nil)
    /// Never held while anything is called or sent.
    private let state = Mutex(State())
    /// Whether `state` has a failure: asked at every use of the connection, by many threads at once.
    private let hasFailed = Atomic(false)
    /// What is to be sent, and whether a thread is at it: who comes meanwhile leaves its message to that one, since a
    /// thread that is sending is often put aside for whoever it wakes. Never held while something is sent.
    private let outgoing = Mutex(Outgoing())

    init(to path: String, onEvent: @escaping ControlClient.EventHandler) throws(Errno) {
        socket = try UnixSocket.connect(to: path)
        self.onEvent = onEvent
        guard try UnixSocket.peer(of: socket.borrowed).user == geteuid() else { throw .permissionDenied }
        try UnixSocket.setSendTimeout(.seconds(10), on: socket.borrowed)
        let turn = try ReadingTurn(of: socket.borrowed) { [unowned self] in try receive($0) }
        self.turn.withLock { $0 = turn }
        try DetachedThread.start { [self] in ending { try turn.standBy() } }
    }

    var failure: ControlFailure? {
        hasFailed.load(ordering: .acquiring) ? state.withLock { $0.failure } : nil
    }

    func close() {
        fail(.gone("The connection was closed."))
    }

    func call<Request: ControlRequest>(
        _ request: Request, _ deadline: Duration?, _ started: (Int) -> Void
    ) throws(ControlFailure) -> Request.Response {
        let slot = Slot()
        let end = deadline.map { ContinuousClock.now + $0 }
        // Taken before the question is sent, so that the answer wakes nobody else.
        let turn = turn.withLock { $0 }.flatMap { $0.take() ? $0 : nil }
        defer { turn?.giveBack() }
        let id = send(request) { slot.fill($0) }
        started(id)
        if let turn {
            ending { try turn.read(until: { slot.isFilled }, deadline: end) }
        } else {
            slot.wait(until: end)
        }
        if !slot.isFilled, forget(id) {
            notify(CancelRequest(request: id))
            throw ControlFailure(
                domain: ControlFailure.posixDomain, code: Int(Errno.timedOut.rawValue), errno: Errno.timedOut.name,
                message: "The provider didn't answer '\(Request.operation.rawValue)' in time.")
        }
        slot.wait(until: nil)
        return try slot.result(Request.Response.self)
    }

    @discardableResult
    func begin<Request: ControlRequest>(
        _ request: Request, completion: @escaping @Sendable (Result<Request.Response, ControlFailure>) -> Void
    ) -> Int {
        send(request) { completion($0.flatMap { Self.read(Request.Response.self, $0) }) }
    }

    func notify(_ request: some ControlRequest) {
        guard failure == nil else { return }
        send(ControlCoding.line(id: ControlCoding.unanswered, request))
    }

    // MARK: Sending

    private func send(_ request: some ControlRequest, completion: @escaping Completion) -> Int {
        let (id, failure) = state.withLock { state in
            state.lastID += 1
            if state.failure == nil { state.pending[state.lastID] = completion }
            return (state.lastID, state.failure)
        }
        if let failure {
            completion(.failure(failure))
            return id
        }
        let line = ControlCoding.line(id: id, request)
        if line.count <= controlMessageLimit {
            send(line)
        } else if forget(id) {
            completion(.failure(.conversation(.malformed, "The message is longer than 1 MiB.")))
        }
        return id
    }

    /// Sends the message after those before it, or leaves that to the thread that is sending.
    private func send(_ line: [UInt8]) {
        let sends = outgoing.withLock { outgoing in
            outgoing.bytes += line
            defer { outgoing.isBeingSent = true }
            return !outgoing.isBeingSent
        }
        while sends, let bytes = nextToSend() {
            do throws(Errno) {
                try UnixSocket.sendAll(bytes, to: socket.borrowed)
            } catch {
                fail(.gone("The provider went away.", error))
            }
        }
    }

    private func nextToSend() -> [UInt8]? {
        outgoing.withLock { outgoing in
            outgoing.isBeingSent = !outgoing.bytes.isEmpty
            guard outgoing.isBeingSent else { return nil }
            defer { outgoing.bytes = [] }
            return outgoing.bytes
        }
    }

    /// Whether the request was still open.
    private func forget(_ id: Int) -> Bool {
        state.withLock { $0.pending.removeValue(forKey: id) != nil }
    }

    // MARK: Receiving

    /// Reads, and ends the connection when that can't go on.
    private func ending(_ read: () throws -> Void) {
        do {
            try read()
        } catch let error as Errno {
            fail(.gone("The provider went away.", error == .interrupted ? .notConnected : error))
        } catch {
            fail(.conversation(.malformed, "The provider sent what isn't a message: \(error)"))
        }
    }

    private func receive(_ line: [UInt8]) throws {
        switch try ControlCoding.incoming(line) {
        case .reply(let id, let body):
            let completion = state.withLock { $0.pending.removeValue(forKey: id) }
            completion?(.success(body))
        case .event(let event):
            onEvent(event)
        }
    }

    /// The end: everybody who waits is told, and so is everybody who asks later.
    private func fail(_ failure: ControlFailure) {
        let pending = state.withLock { state in
            guard state.failure == nil else { return [Completion]() }
            state.failure = failure
            hasFailed.store(true, ordering: .releasing)
            defer { state.pending = [:] }
            return Array(state.pending.values)
        }
        UnixSocket.shutDown(socket.borrowed)
        for completion in pending { completion(.failure(failure)) }
    }

    fileprivate static func read<Response: Codable>(
        _ type: Response.Type, _ body: [UInt8]
    ) -> Result<Response, ControlFailure> {
        do {
            return try ControlCoding.result(type, in: body)
        } catch {
            return .failure(error as? ControlFailure ?? .conversation(.malformed, "The reply can't be read: \(error)"))
        }
    }
}

/// Where the thread that reads leaves an answer for the thread that waits.
private final class Slot: Sendable {
    private let answer = Mutex<Result<[UInt8], ControlFailure>?>(nil)
    private let answered = DispatchSemaphore(value: 0)

    func fill(_ result: Result<[UInt8], ControlFailure>) {
        answer.withLock { $0 = result }
        answered.signal()
    }

    var isFilled: Bool { answer.withLock { $0 != nil } }

    func wait(until deadline: ContinuousClock.Instant?) {
        guard !isFilled else { return }
        guard let deadline else { return answered.wait() }
        _ = answered.wait(timeout: .now() + ContinuousClock.now.duration(to: deadline).dispatchInterval)
    }

    func result<Response: Codable>(_ type: Response.Type) throws(ControlFailure) -> Response {
        let body = try answer.withLock { $0 }!.get()
        return try ControlConnection.read(type, body).get()
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 31 else { return .never }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
