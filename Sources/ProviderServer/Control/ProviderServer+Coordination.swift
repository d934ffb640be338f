import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// A coordinated access: rules first, then the arbiter, then the download that a read needs, then the answer.
    func coordinate(_ request: CoordinateRequest, _ answer: ControlAnswer) {
        let claim = coordination.nextClaim()
        let nodes = request.intents.map { resolve(components: $0.path.components) }
        coordination.add(
            CoordinationTable.Request(
                owner: answer.number, id: answer.id, intents: request.intents, purpose: request.purpose, nodes: nodes,
                answer: answer),
            as: claim)
        for intent in request.intents { recordClaim(claim, "request", intent) }
        askRules(claim, index: 0) { [unowned self] in enqueue(claim, request) }
    }

    /// Asks the rules about each intent in turn.
    private func askRules(_ claim: ClaimID, index: Int, _ proceed: @escaping () -> Void) {
        guard let request = coordination.requests[claim] else { return }
        guard index < request.intents.count else { return proceed() }
        let intent = request.intents[index]
        if let node = request.nodes[index], isUntouched(node, by: .coordinate) {
            return askRules(claim, index: index + 1, proceed)
        }
        var call = Call(.coordinate, request.nodes[index] ?? .root, threadID: request.answer.pid)
        if intent.mode == .writing { call.conditions.insert(.writing) }
        if intent.options.contains(.forUploading) { call.conditions.insert(.forUploading) }
        let subject = subject(of: intent.path, request.nodes[index])
        gate(call, subject, interrupts: interrupts(of: claim)) { [unowned self] outcome in
            guard coordination.requests[claim] != nil else { return }
            switch outcome {
            case .goOn(let effects):
                coordination.requests[claim]?.effects += effects.lies
                askRules(claim, index: index + 1, proceed)
            case .fail(let failure):
                refuse(claim, failure.controlFailure)
            }
        }
    }

    private func subject(of path: ControlPath, _ node: NodeID?) -> Subject {
        if let node { return subject(node) }
        return Subject(
            node: nil, path: path.description, item: ItemIdentifier(firstPath: path.description),
            candidates: engine.candidates(at: path.description))
    }

    /// Has a cancel end whatever the request waits for.
    private func interrupts(of claim: ClaimID) -> (@escaping () -> Void) -> Void {
        { [unowned self] handler in coordination.requests[claim]?.interrupt = handler }
    }

    private func enqueue(_ claim: ClaimID, _ request: CoordinateRequest) {
        guard let known = coordination.requests[claim] else { return }
        let intents = zip(request.intents, known.nodes).map { intent, node in
            ClaimIntent(
                path: node.map { nodes.itemPath(of: $0) } ?? ItemPath(bytes: intent.path.bytes), mode: intent.mode,
                options: Set(intent.options))
        }
        carryOut(
            claims.enqueue(
                ClaimRequest(
                    id: claim, owner: ClaimOwner(rawValue: known.owner), purpose: request.purpose, intents: intents,
                    within: (request.within ?? []).map(ClaimID.init), isPreparation: request.prepare ?? false)))
        checkWaits()
    }

    // MARK: What the arbiter decides

    func carryOut(_ effects: [ClaimEffect]) {
        for effect in effects {
            switch effect {
            case .grant(let claim, let paths): granted(claim, paths)
            case .refuse(let claim, let refusal): refused(claim, refusal)
            case .ask(let ask, let presenter, let messages, let path): self.ask(ask, presenter, messages, path)
            case .reacquire(let ask, let presenter):
                connections[presenter.owner.rawValue]?.tell(
                    .presenterReacquire(ask: ask.rawValue, presenter: presenter.name))
            case .tell(let presenter, let notice, let path, let to):
                tell(presenter, notice, path, to)
            }
        }
        if !effects.isEmpty { checkWaits() }
    }

    private func granted(_ claim: ClaimID, _ paths: [ItemPath]) {
        if let granted = coordination.providerClaims[claim]?.granted {
            coordination.providerClaims[claim]?.granted = nil
            return granted()
        }
        guard coordination.requests[claim] != nil else { return }
        download(claim, index: 0) { [unowned self] in finish(claim) }
    }

    /// A coordinated read of what isn't here downloads it first (file-access-semantics b17), b6 and writes excepted.
    private func download(_ claim: ClaimID, index: Int, _ proceed: @escaping () -> Void) {
        guard let request = coordination.requests[claim] else { return }
        guard index < request.intents.count else { return proceed() }
        let intent = request.intents[index]
        let skips = intent.mode == .writing || intent.options.contains(.immediatelyAvailableMetadataOnly)
        guard !skips, let node = request.nodes[index], nodes.isFile(node), !item(node).isMaterialized else {
            return download(claim, index: index + 1, proceed)
        }
        let process = CallingProcess(thread: request.answer.pid)
        let waiting = GatedCall(
            Call(.coordinate, node, threadID: request.answer.pid), subject(node), process: process, faults: [],
            interrupts: interrupts(of: claim), finish: { _ in })
        materialize(node, for: waiting) { [unowned self] failure in
            guard coordination.requests[claim] != nil else { return }
            guard let failure else { return download(claim, index: index + 1, proceed) }
            carryOut(claims.release(claim))
            refuse(claim, failure.downloadFailure)
        }
    }

    private func finish(_ claim: ClaimID) {
        guard let request = coordination.requests[claim], !request.isAnswered else { return }
        coordination.requests[claim]?.isAnswered = true
        coordination.requests[claim]?.interrupt = nil
        let granted = claims.request(of: claim)?.intents.map(\.path)
        let paths =
            granted?.map { ControlPath(bytes: $0.bytes) }
            ?? zip(request.intents, request.nodes).map { intent, node in
                node.map { ControlPath(bytes: nodes.path(of: $0)) } ?? intent.path
            }
        for intent in request.intents { recordClaim(claim, "grant", intent) }
        request.answer.ok(CoordinateRequest.Response(claim: claim.rawValue, paths: paths))
        // The accessor opens the item at once.
        loop.expectMore()
        // A preparation asks the presenters and claims nothing.
        if granted == nil { coordination.remove(claim) } else { watchHeld(claim, at: paths) }
        for fired in request.effects {
            if case .dropClaim(let fault) = fired.fault { drop(claim, after: fault.after, rule: fired.rule) }
        }
        checkWaits()
    }

    /// The provider forgets a claim that it granted.
    private func drop(_ claim: ClaimID, after delay: Duration, rule: String) {
        loop.schedule(after: delay) { [unowned self] in
            guard let request = coordination.requests[claim] else { return }
            for intent in request.intents { recordClaim(claim, "dropped", intent, rule: rule) }
            carryOut(claims.release(claim))
        }
    }

    private func refused(_ claim: ClaimID, _ refusal: ClaimRefusal) {
        let failure = failure(of: refusal)
        if let provider = coordination.providerClaims.removeValue(forKey: claim) {
            provider.refused?(failure)
            return
        }
        if case .deadlock = refusal, let request = coordination.requests[claim], let intent = request.intents.first {
            note(.deadlock, path: intent.path.description, request.answer.pid, request.answer.process)
        }
        refuse(claim, failure)
    }

    private func failure(of refusal: ClaimRefusal) -> ControlFailure {
        switch refusal {
        case .cancelled: .cancelled()
        case .deadlock:
            ControlFailure(
                domain: ControlFailure.cocoaDomain, code: 256, errno: "EDEADLK",
                message: "These coordinated accesses wait for each other.")
        case .presenterFailed(let ask):
            coordination.presenterErrors.removeValue(forKey: ask)
                ?? ControlFailure(domain: ControlFailure.cocoaDomain, code: 256, message: "A file presenter failed.")
        }
    }

    private func refuse(_ claim: ClaimID, _ failure: ControlFailure) {
        guard let request = coordination.remove(claim), !request.isAnswered else { return }
        let action = failure.code == 3072 ? "cancel" : "refuse"
        for intent in request.intents { recordClaim(claim, action, intent, request: request, failure) }
        request.answer.refuse(failure)
        checkWaits()
    }

    // MARK: Ending

    func releaseClaim(_ request: ClaimReleaseRequest, _ answer: ControlAnswer) {
        let claim = ClaimID(rawValue: request.claim)
        guard let known = coordination.requests[claim], known.owner == answer.number, known.isAnswered else {
            return answer.refuse(.conversation(.noSuchClaim, "This process holds no claim \(request.claim)."))
        }
        for intent in known.intents { recordClaim(claim, "release", intent) }
        unwatchHeld(claim)
        coordination.remove(claim)
        answer.done()
        carryOut(claims.release(claim))
        checkWaits()
    }

    /// Gives up a request of a connection, wherever it waits.
    func cancel(_ id: Int, of owner: Int) {
        guard let claim = coordination.claim(request: id, of: owner) else { return }
        if let interrupt = coordination.requests[claim]?.interrupt {
            coordination.requests[claim]?.interrupt = nil
            interrupt()
        }
        if claims.isGranted(claim) { carryOut(claims.release(claim)) } else { carryOut(claims.cancel(claim)) }
        refuse(claim, .cancelled())
    }

    func cancelRequests(of owner: Int) {
        for (_, request) in coordination.claims(of: owner) where !request.isAnswered {
            cancel(request.id, of: owner)
        }
    }

    /// The claims of a connection that has ended.
    func recordDroppedClaims(of owner: Int) {
        for (claim, request) in coordination.claims(of: owner) {
            for intent in request.intents { recordClaim(claim, "drop", intent) }
        }
    }

    func didMove(_ request: DidMoveRequest, _ answer: ControlAnswer) {
        carryOut(
            claims.itemMoved(
                from: ItemPath(bytes: request.from.bytes), to: ItemPath(bytes: request.to.bytes),
                purpose: request.purpose))
        answer.done()
    }

    /// Whether the process, or one that covers it, holds a granted claim on the item.
    func isCoordinated(_ path: ItemPath, by process: CallingProcess?) -> Bool {
        guard claims.heldCount > 0 else { return false }
        let owners = Set(connections(coveringProcess: process).map(ClaimOwner.init))
        return !owners.isEmpty && claims.covers(path, mode: .reading, by: owners)
    }

    private func recordClaim(
        _ claim: ClaimID, _ action: String, _ intent: CoordinateRequest.Intent,
        request given: CoordinationTable.Request? = nil, _ failure: ControlFailure? = nil, rule: String? = nil
    ) {
        guard trace != nil, let request = given ?? coordination.requests[claim] else { return }
        var event = TraceEvent(.claim)
        event.action = action
        event.count = Int64(claim.rawValue)
        event.path = intent.path.description
        event.item = resolve(components: intent.path.components).map { nodes.identifier(of: $0).description }
        event.mode = intent.mode.rawValue
        event.purpose = request.purpose
        event.pid = request.answer.pid
        event.process = request.answer.process
        event.errno = failure?.errno
        event.message = failure.map { "\($0.domain) \($0.code)" }
        event.rule = rule ?? failure?.rule
        record(event)
    }
}

extension CallFailure {
    /// As an app that asked for coordinated access is told (file-access-semantics e).
    var controlFailure: ControlFailure {
        if errno == .interrupted { return .cancelled() }
        guard let provider else {
            return ControlFailure(
                domain: ControlFailure.posixDomain, code: Int(errno.rawValue), errno: errno.name,
                message: "Coordinated access failed: \(errno).", rule: rule)
        }
        return ControlFailure(
            domain: provider.domain, code: provider.code, errno: errno.name,
            message: "The provider failed: \(provider.rawValue).", rule: rule)
    }

    /// As a coordinated read is told that the download failed (b18).
    var downloadFailure: ControlFailure {
        if provider != nil || errno == .interrupted { return controlFailure }
        let provider: ProviderError =
            switch errno {
            case .stale, .noSuchFile: .noSuchItem
            case .timedOut: .serverUnreachable
            default: .cannotSynchronize
            }
        return ControlFailure(
            domain: provider.domain, code: provider.code, errno: errno.name,
            message: "The item couldn't be downloaded.", rule: rule)
    }
}
