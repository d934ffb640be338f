#if os(Linux)
import ControlProtocol
import Foundation
import Synchronization

/// A mount's provider, reached over its control socket.
final class MountService: ClaimService {
    let mount: ProviderMount
    let client: ControlClient

    init(_ mount: ProviderMount) throws(ControlFailure) {
        self.mount = mount
        client = try ControlClient(
            to: mount, claimDeadline: Self.bound, onEvent: PresenterRegistry.receiver(for: .mount(device: mount.device))
        )
    }

    /// How long an import may take, as trials say it: whoever holds a claim for longer keeps others out for nothing.
    private static var bound: Duration? {
        ProcessInfo.processInfo.environment["FPSIM_BOUND"].flatMap(Int.init).map { .seconds($0) }
    }

    var key: ClaimServiceKey { .mount(device: mount.device) }

    func absolutePath(of path: ControlPath) -> [UInt8] { mount.absolutePath(of: path) }

    func request(
        _ request: CoordinateRequest,
        completion: @escaping @Sendable (Result<CoordinateRequest.Response, ControlFailure>) -> Void
    ) -> Int {
        client.begin(request, completion: completion)
    }

    func wait(
        for request: CoordinateRequest, started: (Int) -> Void
    ) throws(ControlFailure) -> CoordinateRequest.Response {
        try client.call(request, deadline: nil, started: started)
    }

    func cancel(_ request: Int) { client.cancel(request) }
    func release(claim: Int) { send(ClaimReleaseRequest(claim: claim)) }

    func didMove(purpose: String, from: ControlPath, to: ControlPath) {
        send(DidMoveRequest(purpose: purpose, from: from, to: to))
    }

    func addPresenter(_ name: String, path: ControlPath, purpose: String) {
        // Waits for the answer: a coordination that begins after this call returned must ask the presenter.
        _ = try? client.call(PresenterAddRequest(presenter: name, path: path, purpose: purpose))
    }

    func removePresenter(_ name: String) { send(PresenterRemoveRequest(presenter: name)) }
    func answer(ask: Int, error: ControlFailure?) { send(PresenterDoneRequest(ask: ask, error: error)) }

    func report(_ kind: Finding.Kind, path: ControlPath, detail: String) {
        send(ReportFindingRequest(kind: kind, path: path, detail: detail))
    }

    private func send(_ request: some ControlRequest) {
        client.notify(request)
    }
}

/// This process's connections, one a mount: its grants and claims live as long as they do.
enum MountServices {
    private static let services = Mutex<[ProviderMount: MountService]>([:])

    /// The connection to a mount, made when it is first needed and again after it was lost.
    /// - Throws: `ControlFailure` when nobody answers.
    static func service(for mount: ProviderMount) throws(ControlFailure) -> MountService {
        if let known = services.withLock({ $0[mount] }), known.client.failure == nil { return known }
        let made = try MountService(mount)
        return services.withLock { services in
            if let other = services[mount], other.client.failure == nil { return other }
            services[mount] = made
            return made
        }
    }
}
#endif
