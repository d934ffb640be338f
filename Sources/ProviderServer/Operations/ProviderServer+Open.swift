import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO
import Trace

extension ProviderServer {
    package func open(_ request: OpenRequest, _ reply: consuming OpenReply) {
        var call = Call(.open, request.node, threadID: request.caller.threadID)
        call.flags = request.flags.rawValue
        if request.flags.writes { call.conditions.insert(.writing) }
        guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
        // Where nothing is forbidden, only those who speak Apple's file access can be found fault with.
        let mayFindFault = trace != nil && !(connections.isEmpty && registered.isEmpty)
        let needsProcess = plan.scope == .required || mayFindFault
        let process = needsProcess ? processes.process(ofThread: request.caller.threadID, fresh: true) : nil
        if needsProcess, !mayOpen(request.node, process, isFolder: false) {
            return fail(reply, call, .notPermitted)
        }
        if isUntouched(request.node, by: .open) { return open(call, request, reply, CallEffects()) }
        let subject = subject(request.node)
        gated(call, subject, reply) { [unowned self, call] reply, effects in
            // A rule that takes the item away at its opening does so before it is open.
            guard isThere(request.node, at: subject.path) else {
                return fail(reply, call, .noSuchFile, rule: effects.rule)
            }
            // And one that takes the grant away.
            guard plan.scope == .none || isScoped(request.node, by: process) else {
                return fail(reply, call, .notPermitted, rule: effects.rule)
            }
            open(call, request, reply, effects)
        }
    }

    /// Whether the node is found under its name, at this path.
    func isThere(_ node: NodeID, at path: String) -> Bool {
        guard overlay.isEmpty == false, node != .root else { return true }
        guard nodes.pathText(of: node) == path else { return false }
        switch overlay.entry(Array(nodes.name(of: node).bytes), in: nodes.parent(of: node)) {
        case .hidden: return false
        case .node(let other): return other == node
        case nil: return true
        }
    }

    private func open(
        _ call: Call, _ request: OpenRequest, _ reply: consuming OpenReply, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let file = try openFile(request, effects)
            let handle = openFiles.add(file)
            opened(file)
            if !reply.opened(kernelFile(file, handle)) {
                _ = openFiles.remove(handle)
                closed(file)
            }
            done(call, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private func openFile(_ request: OpenRequest, _ effects: CallEffects) throws(Errno) -> OpenFile {
        guard let place = nodes.source(of: request.node) else {
            // Another version's bytes are the provider's own.
            guard fileVersions[request.node] != nil else { throw .stale }
            guard !request.flags.writes else { throw .readOnlyFileSystem }
            return OpenFile(
                node: request.node, flags: request.flags, source: nil, lenses: effects.lenses,
                openedBy: request.caller.threadID)
        }
        if request.flags.contains(.truncate) {
            try willChangeContent(of: request.node, at: 0, count: .max)
            beginChange(of: request.node, discardsContent: true)
        }
        let file = OpenFile(
            node: request.node, flags: request.flags, source: try source.open(place, request.flags),
            lenses: effects.lenses, openedBy: request.caller.threadID)
        if request.clearsSetID, let opened = file.source { try source.clearSetID(opened) }
        if case .item(let other, _)? = items[request.node]?.content { file.standIn = try standIn(other) }
        return file
    }

    func standIn(_ item: ItemIdentifier) throws(Errno) -> (item: ItemIdentifier, file: SourceFile)? {
        guard let node = nodesByItem[item], let place = nodes.source(of: node) else { return nil }
        return (item, try source.open(place, .readOnly))
    }

    /// Reads that a rule may hold or change must reach the mount, each of them; so must those of bytes that aren't the
    /// source's, or aren't here.
    func openOptions(for file: OpenFile) -> OpenOptions {
        if isRuled(file.node) || !isPlain(file.node) || !file.lenses.isEmpty || !provider.isOrdinary {
            return .directIO
        }
        return ruledOperations.contains(.flush) ? .keepCache : .cachedWithoutFlush
    }

    func opened(_ file: OpenFile) {
        if items[file.node] != nil || !isPlain(file.node) { change(file.node) { $0.openCount += 1 } }
    }

    func closed(_ file: OpenFile) {
        closedInKernel(file)
        bareNodes.remove(file.node)
        if items[file.node] != nil { change(file.node) { $0.openCount = max(0, $0.openCount - 1) } }
    }

    package func release(_ request: HandleRequest, _ reply: consuming DoneReply) {
        var call = Call(.release, request.node, threadID: 0)
        if let file = openFiles.remove(request.handle) {
            if file.flags.writes { call.conditions.insert(.writing) }
            closed(file)
        }
        guard !isUntouched(request.node, by: .release) else {
            reply.done()
            endChange(of: request.node, CallEffects())
            return record(call)
        }
        gated(call, subject(request.node), reply) { [unowned self, call] reply, effects in
            reply.done()
            endChange(of: request.node, effects)
            done(call, effects: effects)
        }
    }

    package func flush(_ request: HandleRequest, _ reply: consuming DoneReply) {
        let call = Call(.flush, request.node, threadID: request.caller.threadID)
        guard !isUntouched(request.node, by: .flush) else {
            reply.done()
            return record(call)
        }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            reply.done()
            done(call, effects: effects)
        }
    }
}
