import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func write(
        _ request: WriteRequest, _ payload: consuming WritePayload, _ reply: consuming CountReply
    ) {
        var call = Call(
            .write, request.node, threadID: request.caller.threadID, offset: request.offset,
            length: Int64(request.size))
        call.conditions.insert(.writing)
        guard let file = openFiles[request.handle] else { return fail(reply, call, .stale) }
        if isUntouched(request.node, by: .write), isPlain(request.node), !keepsHistory {
            return write(payload, to: file, call, request, reply)
        }
        gateWrite(payload.copied(), to: file, call, request, reply)
    }

    /// Bytes that go to the source as they come.
    private func write(
        _ payload: consuming WritePayload, to file: OpenFile, _ call: Call, _ request: WriteRequest,
        _ reply: consuming CountReply
    ) {
        do throws(Errno) {
            guard let source = file.source, let descriptor = try source.descriptor() else { throw .readOnlyFileSystem }
            if request.clearsSetID { try self.source.clearSetID(source) }
            let count = try payload.write(to: descriptor, at: request.offset)
            if leavesStalePages(file) { return answer(reply, count, call, request, CallEffects()) }
            reply.count(count)
            record(call, result: count)
        } catch {
            fail(reply, call, error)
        }
    }

    /// Answers once the kernel has dropped what others may have read of these bytes before they were there.
    private func answer(
        _ reply: consuming CountReply, _ count: Int, _ call: Call, _ request: WriteRequest, _ effects: CallEffects
    ) {
        let kept = HeldReply(reply)
        notifier?.send(.bytes(request.node, at: request.offset, count: Int64(count)))
        afterNotices { [unowned self] in
            kept.take()?.count(count)
            done(call, result: count, effects: effects)
        }
    }

    private func gateWrite(
        _ bytes: [UInt8], to file: OpenFile, _ call: Call, _ request: WriteRequest, _ reply: consuming CountReply
    ) {
        let kept = HeldReply(reply)
        let subject = subject(request.node)
        let interrupts = { (handler: @escaping () -> Void) in kept.onInterrupt(handler) }
        gate(call, subject, interrupts: interrupts) { [unowned self] outcome in
            switch outcome {
            case .fail(let failure):
                if let reply = kept.take() { fail(reply, call, failure) }
            case .goOn(let effects):
                // Bytes that are written into a file of which the rest isn't here need that first.
                let waiting = GatedCall(
                    call, subject, process: processes.process(ofThread: call.threadID), faults: [],
                    interrupts: interrupts, finish: { _ in })
                haveBytes(of: file, for: waiting) { [unowned self] failure in
                    guard let reply = kept.take() else { return }
                    if let failure { return fail(reply, call, failure) }
                    store(bytes, in: file, call, request, reply, effects)
                }
            }
        }
    }

    private func store(
        _ bytes: [UInt8], in file: OpenFile, _ call: Call, _ request: WriteRequest, _ reply: consuming CountReply,
        _ effects: CallEffects
    ) {
        do throws(Errno) {
            let count = try store(bytes, in: file, request, effects)
            if !candidates(file.node).isEmpty { extra(file.node) { $0.bytesMoved += Int64(count) } }
            if leavesStalePages(file) { return answer(reply, count, call, request, effects) }
            reply.count(count)
            done(call, result: count, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private func store(
        _ bytes: [UInt8], in file: OpenFile, _ request: WriteRequest, _ effects: CallEffects
    ) throws(Errno) -> Int {
        let count = Int(min(Int64(bytes.count), effects.maximumCount ?? .max))
        if effects.lies.contains(where: \.losesWrites) { return count }
        guard let source = file.source, let descriptor = try source.descriptor() else { throw .readOnlyFileSystem }
        try willChangeContent(of: file.node, at: request.offset, count: Int64(count))
        beginChange(of: file.node, discardsContent: false)
        if request.clearsSetID { try self.source.clearSetID(source) }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
            var done = 0
            while done < count {
                let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done..<count]))
                do throws(Errno) {
                    done += try descriptor.write(rest, at: request.offset + Int64(done))
                } catch {
                    // What was written was written; the next write meets the error.
                    if done == 0 { throw error }
                    break
                }
            }
            return done
        }
    }

    // MARK: What writing does to an item

    /// A caller changes the item's bytes: what a rule had made of them ends, and a new version begins when the file
    /// is closed.
    func beginChange(of node: NodeID, discardsContent: Bool) {
        guard !isPlain(node) || keepsHistory else { return }
        if items[node] != nil || discardsContent && !item(node).isMaterialized {
            change(node) { item in
                item.content = nil
                item.truncatedAt = nil
                if discardsContent { item.materialization = .materialized }
            }
        }
        if itemExtras[node] != nil {
            extra(node) {
                $0.lenses = []
                $0.growth = nil
                $0.changedAt = nil
            }
        }
        changedNodes.insert(node)
    }

    /// Before bytes change: what may have to be put back is kept.
    func willChangeContent(of node: NodeID, at offset: Int64, count: Int64) throws(Errno) {
        guard keepsHistory else { return }
        try unsynced?.willWrite(node, at: offset, count: count)
        try keepVersion(of: node)
    }

    /// Whether some rule can put back what callers change.
    var keepsHistory: Bool { unsynced != nil || rulesPutBack }
}

extension FiredFault {
    fileprivate var losesWrites: Bool {
        if case .loseWrites = fault { true } else { false }
    }
}
