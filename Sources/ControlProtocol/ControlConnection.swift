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

    private let socket: OwnedFileDescriptor
    private let onEvent: ControlClient.EventHandler
    /// Never held while anything is called or sent.
    private let state = Mutex(State())
    /// Held while a message is sent, so that messages don't mix. Taken alone.
    private let sending = Mutex(())

    init(to path: String, onEvent: @escaping ControlClient.EventHandler) throws(Errno) {
        socket = try UnixSocket.connect(to: path)
        self.onEvent = onEvent
        guard try UnixSocket.peer(of: socket.borrowed).user == geteuid() else { throw .permissionDenied }
        try UnixSocket.setSendTimeout(.seconds(10), on: socket.borrowed)
        try DetachedThread.start { [self] in readUntilEnd() }
    }

    var failure: ControlFailure? { state.withLock { $0.failure } }

    func close() {
        fail(.gone("The connection was closed."))
    }

    func call<Request: ControlRequest>(
        _ request: Request, _ deadline: Duration?, _ started: (Int) -> Void
    ) throws(ControlFailure) -> Request.Response {
        let slot = Slot()
        let id = send(request) { slot.fill($0) }
        started(id)
        if let deadline {
            if slot.answered.wait(timeout: .now() + deadline.dispatchInterval) == .timedOut, forget(id) {
                begin(CancelRequest(request: id)) { _ in }
                throw ControlFailure(
                    domain: ControlFailure.posixDomain, code: Int(Errno.timedOut.rawValue), errno: Errno.timedOut.name,
                    message: "The provider didn't answer '\(Request.operation.rawValue)' in time.")
            }
        } else {
            slot.answered.wait()
        }
        return try slot.result(Request.Response.self)
    }

    @discardableResult
    func begin<Request: ControlRequest>(
        _ request: Request, completion: @escaping @Sendable (Result<Request.Response, ControlFailure>) -> Void
    ) -> Int {
        send(request) { completion($0.flatMap { Self.read(Request.Response.self, $0) }) }
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
        guard line.count <= controlMessageLimit else {
            if forget(id) { completion(.failure(.conversation(.malformed, "The message is longer than 1 MiB."))) }
            return id
        }
        let sent = sending.withLock { _ in
            Result { () throws(Errno) in try UnixSocket.sendAll(line, to: socket.borrowed) }
        }
        if case .failure(let error) = sent { fail(.gone("The provider went away.", error)) }
        return id
    }

    /// Whether the request was still open.
    private func forget(_ id: Int) -> Bool {
        state.withLock { $0.pending.removeValue(forKey: id) != nil }
    }

    // MARK: Receiving

    private func readUntilEnd() {
        var framing = LineFraming()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        do {
            while true {
                let count = try buffer.withUnsafeMutableBytes {
                    try UnixSocket.receive(into: $0, from: socket.borrowed)
                }
                guard count > 0 else { return fail(.gone("The provider went away.")) }
                for line in try framing.append(buffer[..<count]) { try receive(line) }
            }
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

/// Where the reading thread leaves an answer for the thread that waits.
private final class Slot: Sendable {
    private let answer = Mutex<Result<[UInt8], ControlFailure>?>(nil)
    let answered = DispatchSemaphore(value: 0)

    func fill(_ result: Result<[UInt8], ControlFailure>) {
        answer.withLock { $0 = result }
        answered.signal()
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
