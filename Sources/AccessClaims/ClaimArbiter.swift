/// Decides who may use what together: file-access-semantics b1 to b9 and c2 to c8 as a state machine without clock,
/// thread or socket. The mount drives one for all processes, and the library one inside a process for folders
/// without a mount.
///
/// A claim waits for those that it conflicts with and that hold or were there first, so a stream of readers can't
/// starve a writer. It overtakes an earlier one only where waiting for it could never end.
package struct ClaimArbiter: Sendable {
    enum Phase: Hashable, Sendable {
        /// Others stand in its way.
        case waiting
        /// Nothing does; presenters are being asked, and others are kept out already.
        case asking
        case granted
    }

    struct Claim: Sendable {
        var request: ClaimRequest
        var phase: Phase
        /// The order of arrival.
        let sequence: Int
        /// The order of waiting: that of arrival, unless one has to overtake.
        var rank: Int
        /// One of those that stand in its way.
        var watched: ClaimID?
        var openAsks: Set<AskID> = []
        /// Every presenter that was asked, for the message that it may use its item again.
        var asked: [(ask: AskID, presenter: PresenterKey)] = []
        /// The purposes of the presenters that are being asked: they may use the item to save it.
        var askedPurposes: Set<String> = []
    }

    struct Presenter: Sendable {
        var path: ItemPath
        let purpose: String
        let sequence: Int
    }

    var claims: [ClaimID: Claim] = [:]
    var index = ClaimIndex()
    private var claimsByOwner: [ClaimOwner: Set<ClaimID>] = [:]
    /// The reverse of `watched`.
    var watchers: [ClaimID: Set<ClaimID>] = [:]
    /// Claims whose presenters haven't all answered.
    var asking: Set<ClaimID> = []
    /// Unanswered requests by the claims that can't end before they are answered.
    var nested: [ClaimID: Set<ClaimID>] = [:]
    var presenters: [PresenterKey: Presenter] = [:]
    var askedClaim: [AskID: ClaimID] = [:]
    package private(set) var heldCount = 0
    private var lastSequence = 0
    /// Lower than every rank that was given.
    private var firstRank = 0
    private var lastAsk = 0

    package init() {}

    package var waitingCount: Int { claims.count - heldCount }

    package func isGranted(_ id: ClaimID) -> Bool { claims[id]?.phase == .granted }
    package func owner(of id: ClaimID) -> ClaimOwner? { claims[id]?.request.owner }
    package func request(of id: ClaimID) -> ClaimRequest? { claims[id]?.request }

    /// Whether one of `owners` holds a granted claim that covers the item: of the item itself or of the package that
    /// it is in, or a structural writer's of a folder above.
    package func covers(_ path: ItemPath, mode: AccessMode, by owners: Set<ClaimOwner>) -> Bool {
        let probe = ClaimIntent(path: path, mode: .writing)
        return owners.contains { owner in
            claimsByOwner[owner]?.contains { id in
                guard let claim = claims[id], claim.phase == .granted else { return false }
                return claim.request.intents.contains {
                    probe.conflicts(with: $0) && (mode == .reading || $0.mode == .writing)
                }
            } ?? false
        }
    }

    /// Whether anybody holds or waits for a claim of this item.
    package func isClaimed(_ path: ItemPath) -> Bool { index.isClaimed(path) }

    // MARK: Requests

    /// Takes a request in. Its grant or refusal is among the effects when it needs not wait.
    package mutating func enqueue(_ request: ClaimRequest) -> [ClaimEffect] {
        precondition(claims[request.id] == nil, "A claim's number is used once.")
        let sequence = nextSequence()
        var claim = Claim(request: request, phase: .waiting, sequence: sequence, rank: sequence)
        // A presenter that is being asked to save does so ahead of those who wait for it to be done.
        let isSaving = asking.contains {
            claims[$0]!.askedPurposes.contains(request.purpose) && claims[$0]!.request.conflicts(with: request)
        }
        if isSaving {
            firstRank -= 1
            claim.rank = firstRank
        }
        claims[request.id] = claim
        index.insert(claim)
        claimsByOwner[request.owner, default: []].insert(request.id)
        for holder in request.within where claims[holder] != nil { nested[holder, default: []].insert(request.id) }
        // What nothing waits for yet closes no circle.
        return isSaving || !request.within.isEmpty ? settle([request.id]) : advance([request.id])
    }

    /// The caller gives up; nothing happens once the claim is granted or gone.
    package mutating func cancel(_ id: ClaimID) -> [ClaimEffect] {
        guard let claim = claims[id], claim.phase != .granted else { return [] }
        return remove(id, refusal: .cancelled)
    }

    /// The accessor returned.
    package mutating func release(_ id: ClaimID) -> [ClaimEffect] {
        guard let claim = claims[id], claim.phase == .granted else { return [] }
        return notices(afterReleaseOf: claim) + remove(id, refusal: nil)
    }

    /// A process is gone, and with it its claims, requests and presenters (b21). Those who waited for them go on.
    package mutating func drop(_ owner: ClaimOwner) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        let gone = presenters.keys.filter { $0.owner == owner }
        // What waits goes first and the latest before the others, so that none of its own is granted on the way.
        let own = (claimsByOwner[owner] ?? []).compactMap { claims[$0] }.sorted { $0.sequence > $1.sequence }
        for claim in own.filter({ $0.phase != .granted }) + own.filter({ $0.phase == .granted }) {
            if claim.phase == .granted { effects += notices(afterReleaseOf: claim) }
            effects += remove(claim.request.id, refusal: nil)
        }
        for key in gone { effects += removePresenter(key) }
        return effects.filter { !$0.concerns(owner, gone) }
    }

    // MARK: Inside

    mutating func nextSequence() -> Int {
        lastSequence += 1
        return lastSequence
    }

    mutating func nextAsk() -> AskID {
        lastAsk += 1
        return AskID(rawValue: lastAsk)
    }

    /// Looks for deadlocks through requests that have just begun to wait, and lets go on what can.
    mutating func settle(_ ids: some Sequence<ClaimID>) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        var freed: Set<ClaimID> = []
        let oldestFirst = ids.compactMap { claims[$0] }.sorted { $0.sequence < $1.sequence }.map(\.request.id)
        for id in oldestFirst where claims[id] != nil {
            if let cycle = resolveDeadlock(from: id, freed: &freed) {
                effects += remove(id, refusal: .deadlock(cycle))
            }
        }
        return effects + advance(freed.union(ids))
    }

    /// Lets go on whatever of `ids` has nothing in its way any more.
    mutating func advance(_ ids: some Sequence<ClaimID>) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        for claim in ids.compactMap({ claims[$0] }).sorted(by: { $0.rank < $1.rank }) {
            effects += advance(claim.request.id)
        }
        return effects
    }

    private mutating func advance(_ id: ClaimID) -> [ClaimEffect] {
        // Whoever watches another goes on when that one has ended.
        guard let claim = claims[id], claim.watched == nil, claim.phase != .granted, claim.openAsks.isEmpty else {
            return []
        }
        if let blocker = blocker(of: claim) {
            watch(blocker, by: id)
            return []
        }
        guard claim.phase == .waiting else { return grant(id) }
        index.remove(claim)
        claims[id]!.phase = .asking
        index.insert(claims[id]!)
        let asks = askPresenters(for: id)
        return asks.isEmpty ? grant(id) : asks
    }

    private mutating func grant(_ id: ClaimID) -> [ClaimEffect] {
        claims[id]!.phase = .granted
        heldCount += 1
        let request = claims[id]!.request
        unnest(request)
        let granted = ClaimEffect.grant(id, paths: request.intents.map(\.path))
        return request.isPreparation ? [granted] + remove(id, refusal: nil) : [granted]
    }

    /// Takes a claim out and lets those go on that waited for it.
    mutating func remove(_ id: ClaimID, refusal: ClaimRefusal?) -> [ClaimEffect] {
        stopWatching(id)
        guard let claim = claims.removeValue(forKey: id) else { return [] }
        if claim.phase == .granted { heldCount -= 1 }
        index.remove(claim)
        claimsByOwner[claim.request.owner]?.remove(id)
        if claimsByOwner[claim.request.owner]?.isEmpty == true { claimsByOwner[claim.request.owner] = nil }
        unnest(claim.request)
        nested[id] = nil
        asking.remove(id)
        for ask in claim.openAsks { askedClaim[ask] = nil }

        let refused = refusal.map { [ClaimEffect.refuse(id, $0)] } ?? []
        let reacquired = claim.asked.filter { presenters[$0.presenter] != nil }
            .map { ClaimEffect.reacquire($0.ask, $0.presenter) }
        return refused + reacquired + advance(takeWatchers(of: id))
    }

    private mutating func unnest(_ request: ClaimRequest) {
        for holder in request.within {
            nested[holder]?.remove(request.id)
            if nested[holder]?.isEmpty == true { nested[holder] = nil }
        }
    }
}

extension ClaimEffect {
    /// Whether the effect is for a presenter or a claim of an owner that is gone.
    fileprivate func concerns(_ owner: ClaimOwner, _ gone: [PresenterKey]) -> Bool {
        switch self {
        case .ask(_, let key, _, _), .reacquire(_, let key), .tell(let key, _, _, _): key.owner == owner
        case .grant, .refuse: false
        }
    }
}
