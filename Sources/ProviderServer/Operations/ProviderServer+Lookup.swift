import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func lookup(_ request: LookupRequest, _ reply: consuming EntryReply) {
        let call = Call(.lookup, request.parent, name: request.name, threadID: request.caller.threadID)
        guard nodes.isKnown(request.parent) else { return fail(reply, call, .stale) }
        if provider.isOrdinary, !ruledOperations.contains(.lookup) || !mayMatchChildren(of: request.parent) {
            return look(call, request, reply, CallEffects())
        }
        let subject = subject(request.name, in: request.parent)
        guard !provider.isOrdinary || subject.candidates.operations.contains(.lookup) else {
            return look(call, request, reply, CallEffects())
        }
        gated(call, subject, reply) { [unowned self] reply, effects in look(call, request, reply, effects) }
    }

    private func look(
        _ call: Call, _ request: LookupRequest, _ reply: consuming EntryReply, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let entry = try entry(of: request.name, in: request.parent, request.caller, effects)
            if reply.found(entry) { nodes.countLookup(entry.node) }
            done(call, effects: effects)
        } catch  where error == .noSuchFile && mayRememberAbsence(in: request.parent) {
            reply.absent(for: Validity.untouched)
            record(call, errno: error)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    /// Whether the kernel may answer for a while that a name isn't there. Names that appear by the model's doing are
    /// told to it; those that somebody makes in the source are not, so a folder in which somebody just worked is asked
    /// each time.
    private func mayRememberAbsence(in folder: NodeID) -> Bool {
        guard provider.isOrdinary, !rulesMoveThings, !ruledOperations.contains(.lookup),
            coordination.movedClaims.isEmpty, validity(of: folder) == Validity.untouched,
            let place = nodes.source(of: folder), let status = try? source.status(of: place)
        else { return false }
        return FolderMoment(status).isQuiet(for: Validity.untouched)
    }

    /// A name as the kernel gets to know it. The lookup isn't counted yet.
    func entry(
        of name: FileName, in folder: NodeID, _ caller: Caller, _ effects: CallEffects = CallEffects()
    ) throws(Errno) -> Entry {
        switch overlay.isEmpty ? nil : overlay.entry(Array(name.bytes), in: folder) {
        case .hidden: throw .noSuchFile
        case .node(let node):
            guard maySee(node, caller) else { throw .notPermitted }
            return entry(for: node, try status(of: node, nil, effects))
        case nil: break
        }
        guard let place = nodes.source(of: folder) else { throw .noSuchFile }
        let status = try source.lookup(name, in: place)
        let node = nodes.node(for: status, name: name, in: folder)
        guard maySee(node, caller) else {
            nodes.forget(node, lookups: 0)
            throw .notPermitted
        }
        return entry(for: node, present(status, node, effects))
    }

    func entry(for node: NodeID, _ status: FileStatus) -> Entry {
        // Rules may move a folder by what is done to something in it: then no name is certain.
        let validity = validity(of: node)
        return Entry(
            node: node, status: status, nameTimeout: rulesMoveThings ? Validity.touched : validity,
            attributesTimeout: validity)
    }

    package func forget(_ node: NodeID, lookups: UInt64) {
        nodes.forget(node, lookups: lookups)
    }

    package func readLink(_ request: NodeRequest, _ reply: consuming LinkReply) {
        let call = Call(.readlink, request.node, threadID: request.caller.threadID)
        guard let place = source(of: request.node) else { return fail(reply, call, .invalidArgument) }
        if isUntouched(request.node, by: .readlink) { return answerLink(reply, call, place, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answerLink(reply, call, place, effects)
        }
    }

    private func answerLink(
        _ reply: consuming LinkReply, _ call: Call, _ place: SourceNode, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let target = try source.readLink(place)
            reply.target(target)
            done(call, effects: effects)
        } catch {
            fail(reply, call, error)
        }
    }

    /// The node's place in the source, or nil for a node that has none or isn't known.
    func source(of node: NodeID) -> SourceNode? {
        nodes.isKnown(node) ? nodes.source(of: node) : nil
    }

    package func statistics(_ request: NodeRequest, _ reply: consuming StatisticsReply) {
        let call = Call(.statfs, request.node, threadID: request.caller.threadID)
        if isUntouched(request.node, by: .statfs) { return answerStatistics(reply, call, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answerStatistics(reply, call, effects)
        }
    }

    private func answerStatistics(_ reply: consuming StatisticsReply, _ call: Call, _ effects: CallEffects) {
        do throws(Errno) {
            let statistics = try source.statistics(of: source(of: call.node) ?? source.root)
            reply.statistics(statistics)
            done(call, effects: effects)
        } catch {
            fail(reply, call, error)
        }
    }

    /// Asked only where the kernel doesn't judge permissions itself.
    package func access(_ request: AccessRequest, _ reply: consuming DoneReply) {
        let call = Call(.access, request.node, threadID: request.caller.threadID)
        if !ruledOperations.contains(.access), provider.isOrdinary {
            // From now on the kernel answers by itself.
            return reply.fail(.noSystemCall)
        }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            reply.done()
            done(call, effects: effects)
        }
    }
}
