import AccessClaims
import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    func addPresenter(_ request: PresenterAddRequest, _ answer: ControlAnswer) {
        let path = resolve(components: request.path.components).map { nodes.itemPath(of: $0) }
        claims.addPresenter(
            PresenterKey(owner: ClaimOwner(rawValue: answer.number), name: request.presenter),
            path: path ?? ItemPath(bytes: request.path.bytes), purpose: request.purpose)
        record(.presenter, "add", request.path.description, answer.pid, answer.process, request.presenter)
        answer.done()
    }

    func removePresenter(_ request: PresenterRemoveRequest, _ answer: ControlAnswer) {
        answer.done()
        carryOut(
            claims.removePresenter(
                PresenterKey(owner: ClaimOwner(rawValue: answer.number), name: request.presenter)))
        record(.presenter, "remove", nil, answer.pid, answer.process, request.presenter)
    }

    func presenterDone(_ request: PresenterDoneRequest, _ answer: ControlAnswer) {
        let ask = AskID(rawValue: request.ask)
        guard claims.presenter(asked: ask)?.owner.rawValue == answer.number else { return answer.done() }
        if let error = request.error { coordination.presenterErrors[ask] = error }
        answer.done()
        record(.presenter, "done", nil, answer.pid, answer.process, nil)
        carryOut(claims.answer(ask, failed: request.error != nil))
    }

    /// Asks a presenter, unless a rule delays or loses the message.
    func ask(_ ask: AskID, _ presenter: PresenterKey, _ messages: [PresenterMessage], _ path: ItemPath?) {
        guard let connection = connections[presenter.owner.rawValue] else {
            return carryOut(claims.answer(ask, failed: false))
        }
        let name = claims.request(ofAsk: ask)?.intents.first?.path.description ?? ""
        record(
            .presenter, "ask", path?.description ?? name, connection.peer.processIdentifier, connection.processName,
            messages.map(\.rawValue).joined(separator: " "))
        let node = resolve(path: name)
        let subject = node.map { self.subject($0) } ?? self.subject(FileName(name), in: .root)
        gate(
            Call(.presenter, node ?? .root, threadID: connection.peer.processIdentifier), subject,
            interrupts: { _ in }
        ) { [unowned self] outcome in
            switch outcome {
            case .fail: carryOut(claims.answer(ask, failed: true))
            case .goOn(let effects):
                let isLost = effects.lies.contains { $0.fault.kind == .dropMessage }
                if isLost { return carryOut(claims.answer(ask, failed: false)) }
                connection.tell(
                    .presenterAsk(
                        ask: ask.rawValue, presenter: presenter.name, messages: messages,
                        path: path.map { ControlPath(bytes: $0.bytes) }))
            }
        }
    }

    func tell(_ presenter: PresenterKey, _ notice: PresenterNotice, _ path: ItemPath, _ to: ItemPath?) {
        guard let connection = connections[presenter.owner.rawValue] else { return }
        let version = to.flatMap { description(ofVersionAt: $0) }
        let node = resolve(path: (version == nil ? to ?? path : path).description)
        let subject = node.map { self.subject($0) } ?? self.subject(FileName(path.description), in: .root)
        gate(
            Call(.presenter, node ?? .root, threadID: connection.peer.processIdentifier), subject,
            interrupts: { _ in }
        ) { outcome in
            guard case .goOn(let effects) = outcome, !effects.lies.contains(where: { $0.fault.kind == .dropMessage })
            else { return }
            if let version {
                return connection.tell(
                    .presenterTellVersion(
                        presenter: presenter.name, notice: notice, path: ControlPath(bytes: path.bytes),
                        version: version))
            }
            connection.tell(
                .presenterTell(
                    presenter: presenter.name, notice: notice, path: ControlPath(bytes: path.bytes),
                    to: to.map { ControlPath(bytes: $0.bytes) }))
        }
    }

    private func record(
        _ kind: TraceEvent.Kind, _ action: String, _ path: String?, _ pid: Int32, _ process: String, _ message: String?
    ) {
        var event = TraceEvent(kind)
        event.action = action
        event.path = path
        event.pid = pid
        event.process = process
        event.message = message
        record(event)
    }

    // MARK: The provider's own claims

    /// Does something to an item: a good provider with a claim, a bad one without.
    /// - Parameter answer: is refused where a presenter fails, and the item is left alone.
    func withProviderClaim(
        _ node: NodeID, coordinated: Bool, _ option: AccessOption, answering answer: ControlAnswer? = nil,
        _ action: @escaping () -> Void
    ) {
        guard coordinated else { return action() }
        let claim = coordination.nextClaim()
        var provider = CoordinationTable.ProviderClaim(granted: { [unowned self] in
            action()
            coordination.providerClaims[claim] = nil
            carryOut(claims.release(claim))
        })
        provider.refused = { answer?.refuse($0) }
        provider.connection = answer?.number
        coordination.providerClaims[claim] = provider
        carryOut(
            claims.enqueue(
                ClaimRequest(
                    id: claim, owner: CoordinationTable.provider, purpose: "fpsim.provider.\(claim.rawValue)",
                    intents: [ClaimIntent(path: nodes.itemPath(of: node), mode: .writing, options: [option])])))
        checkWaits()
    }

    /// Whoever asked for a change by hand is gone before it could be made: it isn't made.
    func abandonProviderClaims(of connection: Int) {
        let waiting = coordination.providerClaims.filter { $0.value.connection == connection }
        for claim in waiting.keys.sorted(by: { $0.rawValue < $1.rawValue }) { endProviderClaim(claim) }
    }

    /// Somebody else holds a claim on the item, as an app that is suspended in its accessor.
    func holdClaim(_ fault: HoldClaim, _ node: NodeID, rule: String) {
        let claim = coordination.nextClaim()
        let until = fault.hold.end(from: now)
        var held = CoordinationTable.ProviderClaim(granted: {}, rule: rule)
        if until != .never {
            held.timer = loop.schedule(at: clock.deadline(until)) { [unowned self] in endProviderClaim(claim) }
        }
        coordination.providerClaims[claim] = held
        carryOut(
            claims.enqueue(
                ClaimRequest(
                    id: claim, owner: CoordinationTable.provider, purpose: "fpsim.rule.\(claim.rawValue)",
                    intents: [
                        ClaimIntent(
                            path: nodes.itemPath(of: node), mode: fault.mode == .reading ? .reading : .writing)
                    ])))
        checkWaits()
    }

    private func endProviderClaim(_ claim: ClaimID) {
        guard let ended = coordination.providerClaims.removeValue(forKey: claim) else { return }
        if let timer = ended.timer { loop.cancel(timer) }
        if claims.isGranted(claim) { carryOut(claims.release(claim)) } else { carryOut(claims.cancel(claim)) }
        checkWaits()
    }

    /// Ends the claims that rules hold: all, or those of one rule.
    @discardableResult
    func releaseHeldClaims(of rule: String? = nil) -> Int {
        let ended = coordination.providerClaims.filter {
            $0.value.rule != nil && (rule == nil || $0.value.rule == rule)
        }
        for claim in ended.keys { endProviderClaim(claim) }
        return ended.count
    }
}
