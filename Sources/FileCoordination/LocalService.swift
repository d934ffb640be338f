#if os(Linux)
import AccessClaims
import ControlProtocol
import Dispatch
import Synchronization

/// The arbiter of this process, for folders without a mount. Paths are absolute ones without their first slash.
final class LocalService: ClaimService {
    static let shared = LocalService()

    private typealias Completion = @Sendable (Result<CoordinateRequest.Response, ControlFailure>) -> Void

    private struct State {
        var arbiter = ClaimArbiter()
        var lastID = 0
        var waiting: [ClaimID: Completion] = [:]
        var presenterErrors: [AskID: ControlFailure] = [:]
    }

    /// Held while the arbiter decides; never while anything is called.
    private let state = Mutex(State())
    private static let owner = ClaimOwner(rawValue: 0)

    let key = ClaimServiceKey.process

    func absolutePath(of path: ControlPath) -> [UInt8] { [UInt8(ascii: "/")] + path.bytes }

    func request(
        _ request: CoordinateRequest,
        completion: @escaping @Sendable (Result<CoordinateRequest.Response, ControlFailure>) -> Void
    ) -> Int {
        var number = 0
        perform { state in
            state.lastID += 1
            number = state.lastID
            let id = ClaimID(rawValue: number)
            state.waiting[id] = completion
            return state.arbiter.enqueue(
                ClaimRequest(
                    id: id, owner: Self.owner, purpose: request.purpose,
                    intents: request.intents.map {
                        ClaimIntent(path: ItemPath(bytes: $0.path.bytes), mode: $0.mode, options: Set($0.options))
                    },
                    within: (request.within ?? []).map(ClaimID.init(rawValue:)),
                    isPreparation: request.prepare ?? false))
        }
        return number
    }

    func wait(
        for request: CoordinateRequest, started: (Int) -> Void
    ) throws(ControlFailure) -> CoordinateRequest.Response {
        let answer = LocalAnswer()
        started(self.request(request) { answer.fill($0) })
        return try answer.wait()
    }

    func cancel(_ request: Int) { perform { $0.arbiter.cancel(ClaimID(rawValue: request)) } }
    func release(claim: Int) { perform { $0.arbiter.release(ClaimID(rawValue: claim)) } }

    func didMove(purpose: String, from: ControlPath, to: ControlPath) {
        perform {
            $0.arbiter.itemMoved(from: ItemPath(bytes: from.bytes), to: ItemPath(bytes: to.bytes), purpose: purpose)
        }
    }

    func addPresenter(_ name: String, path: ControlPath, purpose: String) {
        perform {
            $0.arbiter.addPresenter(
                PresenterKey(owner: Self.owner, name: name), path: ItemPath(bytes: path.bytes), purpose: purpose)
            return []
        }
    }

    func removePresenter(_ name: String) {
        perform { $0.arbiter.removePresenter(PresenterKey(owner: Self.owner, name: name)) }
    }

    func answer(ask: Int, error: ControlFailure?) {
        perform { state in
            let id = AskID(rawValue: ask)
            state.presenterErrors[id] = error
            return state.arbiter.answer(id, failed: error != nil)
        }
        state.withLock { $0.presenterErrors[AskID(rawValue: ask)] = nil }
    }

    /// Nobody but this process sees an ordinary folder's findings.
    func report(_ kind: Finding.Kind, path: ControlPath, detail: String) {}

    // MARK: Effects

    private func perform(_ change: (inout State) -> [ClaimEffect]) {
        let calls = state.withLock { state in
            let effects = change(&state)
            return effects.compactMap { Self.call(for: $0, &state) }
        }
        for call in calls { call() }
    }

    private static func call(
        for effect: ClaimEffect, _ state: inout State
    ) -> (() -> Void)? {
        let receive = PresenterRegistry.receiver(for: .process)
        switch effect {
        case .grant(let id, let paths):
            guard let completion = state.waiting.removeValue(forKey: id) else { return nil }
            let paths = paths.map { ControlPath(bytes: $0.bytes) }
            return { completion(.success(.init(claim: id.rawValue, paths: paths))) }
        case .refuse(let id, let refusal):
            guard let completion = state.waiting.removeValue(forKey: id) else { return nil }
            let failure = failure(of: refusal, state.presenterErrors)
            return { completion(.failure(failure)) }
        case .ask(let ask, let key, let messages, let path):
            let path = path.map { ControlPath(bytes: $0.bytes) }
            return {
                receive(.presenterAsk(ask: ask.rawValue, presenter: key.name, messages: messages, path: path))
            }
        case .reacquire(let ask, let key):
            return { receive(.presenterReacquire(ask: ask.rawValue, presenter: key.name)) }
        case .tell(let key, let notice, let path, let to):
            let (path, to) = (ControlPath(bytes: path.bytes), to.map { ControlPath(bytes: $0.bytes) })
            return { receive(.presenterTell(presenter: key.name, notice: notice, path: path, to: to)) }
        }
    }

    private static func failure(of refusal: ClaimRefusal, _ errors: [AskID: ControlFailure]) -> ControlFailure {
        switch refusal {
        case .cancelled: .cancelled()
        case .deadlock: .deadlock
        case .presenterFailed(let ask): errors[ask] ?? .presenterFailed
        }
    }
}

/// Where a grant is left for the thread that waits for it.
private final class LocalAnswer: Sendable {
    private let result = Mutex<Result<CoordinateRequest.Response, ControlFailure>?>(nil)
    private let answered = DispatchSemaphore(value: 0)

    func fill(_ answer: Result<CoordinateRequest.Response, ControlFailure>) {
        result.withLock { $0 = answer }
        answered.signal()
    }

    func wait() throws(ControlFailure) -> CoordinateRequest.Response {
        answered.wait()
        return try result.withLock { $0 }!.get()
    }
}
#endif
