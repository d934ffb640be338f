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
        /// Claims that must end first.
        var blockers: Set<ClaimID> = []
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
    /// Claims by the units of their intents, in any phase.
    var claimsByUnit: [ItemPath: Set<ClaimID>] = [:]
    /// The reverse of `blockers`.
    var blocked: [ClaimID: Set<ClaimID>] = [:]
    /// Unanswered requests by the claims that can't end before they are answered.
    var nested: [ClaimID: Set<ClaimID>] = [:]
    var presenters: [PresenterKey: Presenter] = [:]
    var askedClaim: [AskID: ClaimID] = [:]
    private var lastSequence = 0
    private var lastAsk = 0

    package init() {}

    package var heldCount: Int { claims.values.count { $0.phase == .granted } }
    package var waitingCount: Int { claims.values.count { $0.phase != .granted } }

    package func isGranted(_ id: ClaimID) -> Bool { claims[id]?.phase == .granted }
    package func owner(of id: ClaimID) -> ClaimOwner? { claims[id]?.request.owner }
    package func request(of id: ClaimID) -> ClaimRequest? { claims[id]?.request }

    /// Whether one of `owners` holds a granted claim that covers the item: of the item itself or of the package that
    /// it is in, or a structural writer's of a folder above.
    package func covers(_ path: ItemPath, mode: AccessMode, by owners: Set<ClaimOwner>) -> Bool {
        let probe = ClaimIntent(path: path, mode: .writing)
        return candidates(for: [probe]).contains { id in
            guard let claim = claims[id], claim.phase == .granted, owners.contains(claim.request.owner) else {
                return false
            }
            return claim.request.intents.contains {
                probe.conflicts(with: $0) && (mode == .reading || $0.mode == .writing)
            }
        }
    }

    /// Whether anybody holds or waits for a claim of this item.
    package func isClaimed(_ path: ItemPath) -> Bool {
        claimsByUnit[path.unit]?.isEmpty == false
    }

    // MARK: Requests

    /// Takes a request in. Its grant or refusal is among the effects when it needs not wait.
    package mutating func enqueue(_ request: ClaimRequest) -> [ClaimEffect] {
        precondition(claims[request.id] == nil, "A claim's number is used once.")
        var claim = Claim(request: request, phase: .waiting, sequence: nextSequence())
        // A presenter that is being asked to save does so ahead of those who wait for it to be done.
        let others = candidates(for: request.intents)
        let isSaving = others.contains {
            claims[$0]!.askedPurposes.contains(request.purpose) && claims[$0]!.request.conflicts(with: request)
        }
        for id in others where conflict(request, with: id) {
            if isSaving, claims[id]!.phase == .waiting {
                block(id, by: request.id)
            } else {
                claim.blockers.insert(id)
            }
        }
        claims[request.id] = claim
        for id in claim.blockers { blocked[id, default: []].insert(request.id) }
        for intent in request.intents { claimsByUnit[intent.path.unit, default: []].insert(request.id) }
        for holder in request.within where claims[holder] != nil { nested[holder, default: []].insert(request.id) }

        return settle([request.id])
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
        let own = claims.values.filter { $0.request.owner == owner }.sorted { $0.sequence > $1.sequence }
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

    /// Claims that may conflict with the intents: at the same units, above, and below structural writers.
    func candidates(for intents: [ClaimIntent]) -> Set<ClaimID> {
        var found: Set<ClaimID> = []
        for intent in intents {
            let unit = intent.path.unit
            if let here = claimsByUnit[unit] { found.formUnion(here) }
            for above in unit.ancestors + [ItemPath("")] where above != unit {
                if let there = claimsByUnit[above] { found.formUnion(there) }
            }
            guard intent.isStructural else { continue }
            for (path, ids) in claimsByUnit where unit.isAncestor(of: path) { found.formUnion(ids) }
        }
        return found
    }

    func conflict(_ request: ClaimRequest, with id: ClaimID) -> Bool {
        guard let other = claims[id], other.request.conflicts(with: request) else { return false }
        return !(other.phase == .asking && other.askedPurposes.contains(request.purpose))
    }

    mutating func block(_ id: ClaimID, by blocker: ClaimID) {
        claims[id]!.blockers.insert(blocker)
        blocked[blocker, default: []].insert(id)
    }

    /// Looks for deadlocks through requests that have just begun to wait, and lets go on what can.
    mutating func settle(_ ids: [ClaimID]) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        var freed: Set<ClaimID> = []
        for id in ids where claims[id] != nil {
            if let cycle = resolveDeadlock(from: id, freed: &freed) {
                effects += remove(id, refusal: .deadlock(cycle))
            }
        }
        return effects + advance(freed.union(ids))
    }

    /// Lets go on whatever of `ids` has nothing in its way any more.
    mutating func advance(_ ids: some Sequence<ClaimID>) -> [ClaimEffect] {
        var effects: [ClaimEffect] = []
        for claim in ids.compactMap({ claims[$0] }).sorted(by: { $0.sequence < $1.sequence }) {
            effects += advance(claim.request.id)
        }
        return effects
    }

    private mutating func advance(_ id: ClaimID) -> [ClaimEffect] {
        guard let claim = claims[id], claim.blockers.isEmpty else { return [] }
        switch claim.phase {
        case .waiting:
            claims[id]!.phase = .asking
            let asks = askPresenters(for: id)
            return asks.isEmpty ? advance(id) : asks
        case .asking where claim.openAsks.isEmpty:
            return grant(id)
        case .asking, .granted:
            return []
        }
    }

    private mutating func grant(_ id: ClaimID) -> [ClaimEffect] {
        claims[id]!.phase = .granted
        let request = claims[id]!.request
        unnest(request)
        let granted = ClaimEffect.grant(id, paths: request.intents.map(\.path))
        return request.isPreparation ? [granted] + remove(id, refusal: nil) : [granted]
    }

    /// Takes a claim out and lets those go on that waited for it.
    mutating func remove(_ id: ClaimID, refusal: ClaimRefusal?) -> [ClaimEffect] {
        guard let claim = claims.removeValue(forKey: id) else { return [] }
        for path in Set(claim.request.intents.map(\.path.unit)) {
            claimsByUnit[path]?.remove(id)
            if claimsByUnit[path]?.isEmpty == true { claimsByUnit[path] = nil }
        }
        unnest(claim.request)
        nested[id] = nil
        for blocker in claim.blockers { unblock(id, from: blocker) }
        for ask in claim.openAsks { askedClaim[ask] = nil }
        let waiters = blocked.removeValue(forKey: id) ?? []
        for waiter in waiters { claims[waiter]?.blockers.remove(id) }

        let refused = refusal.map { [ClaimEffect.refuse(id, $0)] } ?? []
        let reacquired = claim.asked.filter { presenters[$0.presenter] != nil }
            .map { ClaimEffect.reacquire($0.ask, $0.presenter) }
        return refused + reacquired + advance(waiters)
    }

    private mutating func unblock(_ id: ClaimID, from blocker: ClaimID) {
        blocked[blocker]?.remove(id)
        if blocked[blocker]?.isEmpty == true { blocked[blocker] = nil }
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
