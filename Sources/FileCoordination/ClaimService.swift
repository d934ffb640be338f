#if os(Linux)
import AccessClaims
import ControlProtocol

/// Whoever arbitrates access to a place: a mount's provider, for all processes, or this process for its own.
protocol ClaimService: Sendable {
    /// Asks for a claim; `completion` is called once, on any thread, and must not block.
    /// - Returns: what `cancel` takes.
    func request(
        _ request: CoordinateRequest,
        completion: @escaping @Sendable (Result<CoordinateRequest.Response, ControlFailure>) -> Void
    ) -> Int
    /// Asks for a claim and waits for it. `started` gets what `cancel` takes, at the latest before the wait.
    func wait(
        for request: CoordinateRequest, started: (Int) -> Void
    ) throws(ControlFailure) -> CoordinateRequest.Response
    func cancel(_ request: Int)
    func release(claim: Int)
    func didMove(purpose: String, from: ControlPath, to: ControlPath)
    func addPresenter(_ name: String, path: ControlPath, purpose: String)
    func removePresenter(_ name: String)
    func answer(ask: Int, error: ControlFailure?)
    /// Something that only the library in the process can see.
    func report(_ kind: Finding.Kind, path: ControlPath, detail: String)

    /// The path of an item as other programs name it.
    func absolutePath(of path: ControlPath) -> [UInt8]
    /// What tells this arbiter from others, and orders them: several are always asked in the same order.
    var key: ClaimServiceKey { get }
}

enum ClaimServiceKey: Hashable, Comparable, Sendable {
    case mount(device: UInt64)
    case process
}
#endif
