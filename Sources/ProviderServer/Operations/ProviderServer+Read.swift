import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    package func read(_ request: ReadRequest, _ reply: consuming DataReply) {
        let call = Call(
            .read, request.node, threadID: request.caller.threadID, offset: request.offset,
            length: Int64(request.size))
        guard let file = openFiles[request.handle] else { return fail(reply, call, .stale) }
        if isUntouched(request.node, by: .read), file.isPlain, isPlain(request.node) {
            return readSource(file, call, request, reply)
        }
        gateRead(file, call, request, reply)
    }

    /// Bytes of the source as they are, by splice where that is quicker.
    private func readSource(
        _ file: OpenFile, _ call: Call, _ request: ReadRequest, _ reply: consuming DataReply
    ) {
        do throws(Errno) {
            guard let source = file.source else { throw .stale }
            if let descriptor = try source.descriptor() {
                let sent = reply.data(from: descriptor, at: request.offset, count: request.size)
                if trace != nil { record(call, result: sent ?? remainder(of: descriptor, request)) }
            } else {
                let bytes = try bytes(of: source, at: request.offset, count: request.size)
                reply.data(bytes)
                record(call, result: bytes.count)
            }
        } catch {
            fail(reply, call, error)
        }
    }

    /// How much of what a read asks for there is.
    private func remainder(of file: FileDescriptor, _ request: ReadRequest) -> Int {
        let size = (try? file.status().size) ?? 0
        return max(0, min(request.size, Int(clamping: size - request.offset)))
    }

    private func gateRead(
        _ file: OpenFile, _ call: Call, _ request: ReadRequest, _ reply: consuming DataReply
    ) {
        let kept = HeldReply(reply)
        let subject = subject(request.node)
        let interrupts = { (handler: @escaping () -> Void) in kept.onInterrupt(handler) }
        gate(call, subject, interrupts: interrupts) { [unowned self] outcome in
            switch outcome {
            case .fail(let failure):
                if let reply = kept.take() { fail(reply, call, failure) }
            case .goOn(let effects):
                // A wait for the download is a second wait of the same call.
                let waiting = GatedCall(
                    call, subject, process: processes.process(ofThread: call.threadID), faults: [],
                    interrupts: interrupts, finish: { _ in })
                haveBytes(of: file, for: waiting) { [unowned self] failure in
                    guard let reply = kept.take() else { return }
                    if let failure { return fail(reply, call, failure) }
                    serve(file, call, request, reply, effects)
                }
            }
        }
    }

    func haveBytes(of file: OpenFile, for gated: GatedCall, _ proceed: @escaping (CallFailure?) -> Void) {
        if case .kept = file.content { return proceed(nil) }
        materialize(file.node, for: gated, proceed)
    }

    private func serve(
        _ file: OpenFile, _ call: Call, _ request: ReadRequest, _ reply: consuming DataReply, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let count = min(Int64(request.size), effects.maximumCount ?? .max)
            let bytes = try content(of: file, at: request.offset, count: Int(count), lenses: effects.lenses)
            if !candidates(file.node).isEmpty { extra(file.node) { $0.bytesMoved += Int64(bytes.count) } }
            noteServed(file.node)
            reply.data(bytes)
            done(call, result: bytes.count, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    /// The first byte of a version of an item that is tracked is worth a line.
    private func noteServed(_ node: NodeID) {
        guard trace != nil, let item = items[node], itemExtras[node]?.servedVersion != item.version else { return }
        extra(node) { $0.servedVersion = item.version }
        record(version: node, rule: nil)
    }
}

extension OpenFile {
    /// Whether its reads are the source's, as far as the file itself is concerned.
    var isPlain: Bool {
        guard case .ofItem = content else { return false }
        return lenses.isEmpty && standIn == nil
    }
}
