import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

/// A request on the control socket, and the way to answer it: now or later, once.
struct ControlAnswer {
    let connection: ControlConnection
    let number: Int
    let id: Int
    unowned let server: ProviderServer

    /// What was asked for is done, and callers see it.
    func done() { okWhenSeen(ControlDone()) }
    func okWhenSeen(_ response: some Codable) {
        server.afterNotices { [connection, id] in connection.answer(id, response) }
    }
    func ok(_ response: some Codable) { connection.answer(id, response) }
    func refuse(_ failure: ControlFailure) { connection.refuse(id, failure) }

    var pid: Int32 { connection.peer.processIdentifier }
    var process: String { connection.processName }
    var session: ScopeTable.Session { ScopeTable.Session(rawValue: number) }
}

extension ProviderServer {
    func answer(_ message: ControlRequestMessage, on connection: ControlConnection, _ number: Int) {
        let answer = ControlAnswer(connection: connection, number: number, id: message.id, server: self)
        guard !isEnding else { return answer.refuse(.conversation(.ending, "The mount is ending.")) }
        switch message.command {
        case .hello(let request): hello(request, answer)
        case .status: answer.ok(status)
        case .item(let request): describeItem(request, answer)
        case .view: answer.ok(view)
        case .watch:
            connection.watches = true
            answer.done()
        case .pick(let request): pick(request, answer)
        case .inboxCopy(let request): inboxCopy(request, answer)
        case .scopeStart(let request): startScope(request, answer)
        case .scopeStop(let request): stopScope(request, answer)
        case .coordinate(let request): coordinate(request, answer)
        case .claimRelease(let request): releaseClaim(request, answer)
        case .didMove(let request): didMove(request, answer)
        case .cancel(let request):
            cancel(request.request, of: number)
            answer.done()
        case .presenterAdd(let request): addPresenter(request, answer)
        case .presenterRemove(let request): removePresenter(request, answer)
        case .presenterDone(let request): presenterDone(request, answer)
        case .bookmarkCreate(let request): createBookmark(request, answer)
        case .bookmarkResolve(let request): resolveBookmark(request, answer)
        case .versions(let request): listVersions(request, answer)
        case .versionChange(let request): changeVersion(request, answer)
        case .reportFinding(let request):
            note(request.kind, path: request.path.description, answer.pid, answer.process, detail: request.detail)
            answer.done()
        case .registerRoot(let request): registerRoot(request, answer)
        case .rules(let request): changeRules(request, answer)
        case .lift:
            lift()
            answer.done()
        case .fire(let request): fire(request, answer)
        case .release(let request):
            guard engine.rule(named: request.rule) != nil else { return answer.refuse(noSuchRule(request.rule)) }
            answer.ok(ReleaseRequest.Response(released: release(rule: request.rule)))
        case .wait(let request): wait(request, answer)
        case .evict(let request):
            withItem(request.path, answer) { node in
                evictByHand(node, answer)
            }
        case .materialize(let request):
            withItem(request.path, answer) { node in materializeByHand(node, waits: request.wait ?? false, answer) }
        case .move(let request): moveByHand(request, answer)
        case .delete(let request):
            withItem(request.path, answer) { node in
                guard node != .root else {
                    return answer.refuse(.conversation(.unsupported, "The root can't be deleted."))
                }
                withProviderClaim(node, coordinated: request.coordinated ?? false, .forDeleting, answering: answer) {
                    [unowned self] in
                    delete(node, rule: nil)
                    answer.done()
                }
            }
        case .replace(let request): replaceByHand(request, answer)
        case .trash(let request):
            withItem(request.path, answer) { node in
                guard node != .root else {
                    return answer.refuse(.conversation(.unsupported, "The root can't go to the trash."))
                }
                if let objection = objection(toMoving: node, request.path) {
                    return answer.refuse(.conversation(.unsupported, objection))
                }
                trash(node, rule: nil)
                answer.done()
            }
        case .offline(let request):
            let until = request.milliseconds.map { now + .milliseconds($0) } ?? .never
            begin(.offline, until: until, rule: nil)
            answer.done()
        case .online:
            for availability in Availability.allCases { end(availability) }
            answer.done()
        case .revoke(let request): revokeByHand(request, answer)
        case .findings(let request):
            let rest = findings.dropFirst(max(0, request.from ?? 0))
            answer.ok(FindingsRequest.Response(findings: Array(rest.prefix(FindingsRequest.most))))
        case .flush: flushTrace(answer)
        case .unmount:
            answer.done()
            end()
        }
    }

    func hello(_ request: HelloRequest, _ answer: ControlAnswer) {
        if let name = request.process { answer.connection.processName = name }
        if let deadline = request.claimDeadlineMilliseconds {
            answer.connection.claimDeadline = .milliseconds(max(0, deadline))
        }
        answer.ok(
            HelloRequest.Response(
                mountpoint: options.mountPoint.description, provider: plan.provider, seed: seed,
                scopeRequired: plan.scope == .required, profile: plan.profile.rawValue))
    }

    /// Calls `action` once the kernel knows what has changed, or after a second where a stalled caller holds a name
    /// that the kernel should forget.
    func afterNotices(_ action: @escaping () -> Void) {
        guard let notifier, notifier.hasNews else { return action() }
        lastUntold += 1
        let number = lastUntold
        untold[number] = action
        let (sender, reference) = (loop.sender, reference)
        notifier.afterAll { sender.post { reference.server?.untold.removeValue(forKey: number)?() } }
        loop.schedule(after: .seconds(1)) { reference.server?.untold.removeValue(forKey: number)?() }
    }

    /// Answers when everything that happened up to now is in the file.
    private func flushTrace(_ answer: ControlAnswer) {
        guard let trace else { return answer.done() }
        let (sender, reference) = (loop.sender, reference)
        let (id, number) = (answer.id, answer.number)
        trace.flush(then: { sender.post { reference.server?.connections[number]?.answer(id, ControlDone()) } })
    }

    /// Finds the item of a request, or says that there is none.
    func withItem(_ path: ControlPath, _ answer: ControlAnswer, _ body: (NodeID) -> Void) {
        guard let node = resolve(components: path.components) else {
            return answer.refuse(.conversation(.noSuchItem, "There is no '\(path)' on this mount."))
        }
        body(node)
    }

    private func registerRoot(_ request: RegisterRootRequest, _ answer: ControlAnswer) {
        guard request.pid > 1, CallingProcess(thread: request.pid) != nil else {
            return answer.refuse(.conversation(.notAllowed, "There is no process \(request.pid)."))
        }
        registered.insert(request.pid, mark: request.mark)
        hasHarness = true
        // Its number may be another process's later, which nobody registered.
        _ = try? loop.onExit(of: request.pid) { [reference] in reference.server?.registered.remove(request.pid) }
        answer.done()
    }
}
