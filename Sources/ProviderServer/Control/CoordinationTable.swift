import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import SystemIO

/// The claims' side that the arbiter doesn't know: who is to be answered, what a grant waits for, and what a rule
/// holds.
struct CoordinationTable {
    /// A coordinate request that isn't answered yet, or a claim that is held.
    struct Request {
        let owner: Int
        /// The request's number on its connection.
        let id: Int
        let intents: [CoordinateRequest.Intent]
        let purpose: String
        let nodes: [NodeID?]
        let answer: ControlAnswer
        var isAnswered = false
        /// Rules that change what becomes of the grant.
        var effects: [FiredFault] = []
        /// Waits of this request: rules' holds and downloads, which a cancel ends.
        var interrupt: (() -> Void)?
        /// Why it is refused instead of granted, found while it waited.
        var isCancelled = false
        /// Fires when the claim has been held for too long.
        var overdue: TimerQueue.Token?
    }

    /// The provider's own claims, by what is done when they are granted.
    struct ProviderClaim {
        var granted: (() -> Void)?
        var refused: ((ControlFailure) -> Void)?
        /// Who asked for what waits for it; nobody, where a rule did.
        var connection: Int?
        var rule: String?
        var timer: TimerQueue.Token?
    }

    /// Changed by `add`, `remove` and in place.
    var requests: [ClaimID: Request] = [:]
    private var claimsByOwner: [Int: Set<ClaimID>] = [:]
    /// Granted claims whose item isn't where the caller asked for it.
    var movedClaims: Set<ClaimID> = []
    var providerClaims: [ClaimID: ProviderClaim] = [:]
    /// What a presenter that failed said, by its ask.
    var presenterErrors: [AskID: ControlFailure] = [:]
    private var lastClaim = 0

    /// The owner of the provider's own claims: no connection has this number.
    static let provider = ClaimOwner(rawValue: 0)

    mutating func nextClaim() -> ClaimID {
        lastClaim += 1
        return ClaimID(rawValue: lastClaim)
    }

    mutating func add(_ request: Request, as claim: ClaimID) {
        requests[claim] = request
        claimsByOwner[request.owner, default: []].insert(claim)
    }

    @discardableResult
    mutating func remove(_ claim: ClaimID) -> Request? {
        guard let request = requests.removeValue(forKey: claim) else { return nil }
        movedClaims.remove(claim)
        claimsByOwner[request.owner]?.remove(claim)
        if claimsByOwner[request.owner]?.isEmpty == true { claimsByOwner[request.owner] = nil }
        return request
    }

    /// The claims and requests of a connection, in the order in which they came.
    func claims(of owner: Int) -> [(claim: ClaimID, request: Request)] {
        (claimsByOwner[owner] ?? []).sorted { $0.rawValue < $1.rawValue }.compactMap { claim in
            requests[claim].map { (claim, $0) }
        }
    }

    func claim(request id: Int, of owner: Int) -> ClaimID? {
        claims(of: owner).first { $0.request.id == id && !$0.request.isAnswered }?.claim
    }

    mutating func forget(owner: Int) {
        for (claim, _) in claims(of: owner) { remove(claim) }
    }
}
