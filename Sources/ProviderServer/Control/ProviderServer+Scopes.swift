import ControlProtocol
import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// Takes a request of the control socket past the rules about its operation.
    private func gated(
        _ operation: Operation, _ path: ControlPath, _ answer: ControlAnswer,
        _ proceed: @escaping (NodeID, CallEffects) -> Void, failed: @escaping (CallFailure) -> Void
    ) {
        withItem(path, answer) { node in
            nodes.pin(node)
            gate(operation, node, for: answer) { outcome in
                switch outcome {
                case .goOn(let effects): proceed(node, effects)
                case .fail(let failure): failed(failure)
                }
            }
        }
    }

    // MARK: Picking

    func pick(_ request: PickRequest, _ answer: ControlAnswer) {
        if request.folder == true, let node = resolve(components: request.path.components), !nodes.isDirectory(node) {
            return answer.refuse(.conversation(.unsupported, "'\(request.path)' is a file, not a folder."))
        }
        gated(.pick, request.path, answer) { [unowned self] node, effects in
            let token = newToken(for: node, isFolder: (request.folder ?? false) || nodes.isDirectory(node))
            recordScope("pick", node, answer)
            noteInboxPurge(effects, of: token, node)
            answer.ok(PickRequest.Response(token: token.text, path: ControlPath(bytes: nodes.path(of: node))))
        } failed: { failure in
            answer.refuse(failure.controlFailure)
        }
    }

    private func newToken(for node: NodeID, isFolder: Bool, isPicked: Bool = true) -> ScopeToken {
        var generator = SystemRandomNumberGenerator()
        let token = ScopeToken(using: &generator)
        let item = nodes.identifier(of: node)
        remember(node)
        if isPicked {
            scopes.pick(item, isFolder: isFolder, token: token)
        } else {
            scopes.resolve(item, isFolder: isFolder, token: token)
        }
        return token
    }

    // MARK: Starting and stopping

    func startScope(_ request: ScopeStartRequest, _ answer: ControlAnswer) {
        guard let token = request.token.flatMap({ ScopeToken($0) }), let pick = scopes.item(of: token) else {
            // A URL that was rebuilt from its path has lost the scope (a5).
            note(.rebuiltPath, path: request.path.description, answer.pid, answer.process)
            recordRefusal(request.path.description, answer, reason: "no token")
            return answer.ok(ScopeStartRequest.Response(granted: false))
        }
        guard let node = nodesByItem[pick.item] else {
            recordRefusal(request.path.description, answer, reason: "no such item")
            return answer.ok(ScopeStartRequest.Response(granted: false))
        }
        // A child's, a sibling's or a parent's URL that was made from the picked one keeps its query, and carries no
        // scope (a5, a7). The picked one's own path leads nowhere once the item has moved, and is granted.
        if let asked = resolve(components: request.path.components), asked != node {
            recordRefusal(request.path.description, answer, reason: "not the picked item's URL")
            return answer.ok(ScopeStartRequest.Response(granted: false))
        }
        gate(.scopeStart, node, for: answer) { [unowned self] outcome in
            if case .fail(let failure) = outcome {
                recordScope("refused", node, answer, rule: failure.rule)
                return answer.ok(ScopeStartRequest.Response(granted: false))
            }
            grant(token, node, request, answer)
        }
    }

    private func grant(_ token: ScopeToken, _ node: NodeID, _ request: ScopeStartRequest, _ answer: ControlAnswer) {
        do throws(ScopeTable.Refusal) {
            let covers = request.covers == .descendants
            let grant = try scopes.start(
                token, session: answer.session, process: answer.pid, coversDescendants: covers)
            if covers { coveringConnections.insert(answer.number) }
            recordScope("start", node, answer, count: grant.count)
            answer.ok(ScopeStartRequest.Response(granted: true))
        } catch {
            recordScope("refused", node, answer, message: error.rawValue)
            answer.ok(ScopeStartRequest.Response(granted: false))
        }
        checkWaits()
    }

    func stopScope(_ request: ScopeStopRequest, _ answer: ControlAnswer) {
        let item = request.token.flatMap { ScopeToken($0) }.flatMap { scopes.item(of: $0)?.item }
        let node = item.flatMap { nodesByItem[$0] } ?? resolve(components: request.path.components)
        guard let node else { return unbalanced(request, answer) }
        gate(.scopeStop, node, for: answer) { [unowned self] _ in
            guard let grant = scopes.stop(item ?? nodes.identifier(of: node), session: answer.session) else {
                return unbalanced(request, answer)
            }
            recordScope("stop", node, answer, count: grant.count)
            answer.ok(ScopeStopRequest.Response(balanced: true))
            checkWaits()
        }
    }

    private func unbalanced(_ request: ScopeStopRequest, _ answer: ControlAnswer) {
        note(.stopWithoutStart, path: request.path.description, answer.pid, answer.process)
        answer.ok(ScopeStopRequest.Response(balanced: false))
    }

    func revokeByHand(_ request: RevokeRequest, _ answer: ControlAnswer) {
        guard let path = request.path else {
            for item in Set(scopes.grants.map(\.item)) { revoke(item, rule: nil) }
            return answer.done()
        }
        withItem(path, answer) { node in
            revoke(nodes.identifier(of: node), rule: nil)
            answer.done()
        }
    }

    // MARK: Bookmarks

    /// A bookmark follows the item's identity (a19).
    struct Bookmark {
        let item: ItemIdentifier
        let isFolder: Bool
        let path: [UInt8]
    }

    func createBookmark(_ request: BookmarkCreateRequest, _ answer: ControlAnswer) {
        gated(.bookmarkCreate, request.path, answer) { [unowned self] node, _ in
            let process = CallingProcess(thread: answer.pid)
            // It takes access to make one (a16).
            guard plan.scope == .none || isScoped(node, by: process) else {
                return answer.refuse(
                    ControlFailure(
                        domain: ControlFailure.cocoaDomain, code: 257, errno: "EPERM",
                        message: "A bookmark needs access to the item while it is made."))
            }
            var generator = SystemRandomNumberGenerator()
            let name = ScopeToken(using: &generator).text
            remember(node)
            bookmarks[name] = Bookmark(
                item: nodes.identifier(of: node), isFolder: nodes.isDirectory(node), path: nodes.path(of: node))
            answer.ok(BookmarkCreateRequest.Response(bookmark: name))
        } failed: { failure in
            answer.refuse(failure.controlFailure)
        }
    }

    func resolveBookmark(_ request: BookmarkResolveRequest, _ answer: ControlAnswer) {
        let gone = ControlFailure(
            domain: ControlFailure.cocoaDomain, code: 4, errno: "ENOENT", message: "The bookmark's item is gone.")
        guard let bookmark = bookmarks[request.bookmark], let node = nodesByItem[bookmark.item], isThere(node) else {
            return answer.refuse(gone)
        }
        gate(.bookmarkResolve, node, for: answer) { [unowned self] outcome in
            switch outcome {
            case .fail(let failure): answer.refuse(failure.controlFailure)
            case .goOn(let effects): resolved(bookmark, node, effects, answer)
            }
        }
    }

    private func resolved(_ bookmark: Bookmark, _ node: NodeID, _ effects: CallEffects, _ answer: ControlAnswer) {
        var node = node
        var isStale = nodes.path(of: node) != bookmark.path
        for lie in effects.lies {
            switch lie.fault {
            case .staleBookmark: isStale = true
            case .misdirectBookmark(let fault):
                switch fault.target {
                case .trashed: trash(node, rule: lie.rule)
                case .namesake:
                    node = resolve(components: ControlPath(bytes: bookmark.path).components) ?? node
                }
            default: break
            }
        }
        let token = newToken(for: node, isFolder: bookmark.isFolder, isPicked: false)
        // Some systems give access with the URL, before any start; it counts against the limit (a17).
        if plan.scope == .required, plan.profile == .lax,
            (try? scopes.start(token, session: answer.session, process: answer.pid, isImplicit: true)) != nil
        {
            recordScope("implicit", node, answer)
        }
        answer.ok(
            BookmarkResolveRequest.Response(
                token: token.text, path: ControlPath(bytes: nodes.path(of: node)), stale: isStale))
    }

    /// Whether the node is still found where it says that it is.
    private func isThere(_ node: NodeID) -> Bool {
        node == .root || find(nodes.name(of: node), in: nodes.parent(of: node)) == node
    }

    // MARK: The trace

    private func recordScope(
        _ action: String, _ node: NodeID, _ answer: ControlAnswer, count: Int? = nil, rule: String? = nil,
        message: String? = nil
    ) {
        var event = itemEvent(.scope, node)
        event.action = action
        event.version = nil
        event.pid = answer.pid
        event.process = answer.process
        event.count = count.map(Int64.init)
        event.rule = rule
        event.message = message
        record(event)
    }

    private func recordRefusal(_ path: String, _ answer: ControlAnswer, reason: String) {
        var event = TraceEvent(.scope)
        event.action = "refused"
        event.path = path
        event.pid = answer.pid
        event.process = answer.process
        event.message = reason
        record(event)
    }
}
