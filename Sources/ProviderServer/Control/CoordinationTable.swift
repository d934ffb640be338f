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
        var rule: String?
        var timer: TimerQueue.Token?
    }

    var requests: [ClaimID: Request] = [:]
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

    func claim(request id: Int, of owner: Int) -> ClaimID? {
        requests.first { $0.value.owner == owner && $0.value.id == id && !$0.value.isAnswered }?.key
    }

    mutating func forget(owner: Int) {
        requests = requests.filter { $0.value.owner != owner }
        movedClaims = movedClaims.filter { requests[$0] != nil }
    }
}
