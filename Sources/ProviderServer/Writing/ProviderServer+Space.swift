import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

// Space within open files: allocation, holes, and copies that the source makes by itself.
extension ProviderServer {
    package func allocate(_ request: AllocateRequest, _ reply: consuming DoneReply) {
        var call = Call(
            .fallocate, request.node, threadID: request.caller.threadID, offset: request.offset,
            length: request.length)
        call.conditions.insert(.writing)
        carryOut(call, scope: request.node, subject(request.node), reply) { [unowned self] _ throws(Errno) in
            let descriptor = try descriptor(of: request.handle)
            try willChangeContent(of: request.node, at: request.offset, count: request.length)
            beginChange(of: request.node, discardsContent: false)
            try descriptor.allocate(mode: request.mode, offset: request.offset, length: request.length)
        } _: { reply, _ in
            reply.done()
        }
    }

    private func descriptor(of handle: HandleID) throws(Errno) -> FileDescriptor {
        guard let file = openFiles[handle] else { throw .stale }
        guard let descriptor = try file.source?.descriptor() else { throw .notSupported }
        return descriptor
    }

    package func seek(_ request: SeekRequest, _ reply: consuming PositionReply) {
        let call = Call(.lseek, request.node, threadID: request.caller.threadID, offset: request.offset)
        if isUntouched(request.node, by: .lseek) { return answer(call, request, reply, CallEffects()) }
        gated(call, subject(request.node), reply) { [unowned self] reply, effects in
            answer(call, request, reply, effects)
        }
    }

    private func answer(
        _ call: Call, _ request: SeekRequest, _ reply: consuming PositionReply, _ effects: CallEffects
    ) {
        do throws(Errno) {
            let position = try position(request)
            reply.position(position)
            done(call, effects: effects)
        } catch {
            fail(reply, call, error)
        }
    }

    private func position(_ request: SeekRequest) throws(Errno) -> Int64 {
        if isPlain(request.node), let descriptor = try openFiles[request.handle]?.source?.descriptor() {
            return try descriptor.seek(to: request.offset, whence: request.whence)
        }
        // Bytes that a rule made have no holes but the one at the end.
        let size = contentSize(of: request.node)
        guard request.offset >= 0, request.offset < size else { throw .noSuchDevice }
        return request.whence == FileDescriptor.seekHole ? size : request.offset
    }

    /// The most that one request copies: the loop waits for it.
    private static let largestCopy = 16 << 20

    package func copyRange(_ request: CopyRangeRequest, _ reply: consuming CountReply) {
        var call = Call(
            .copyFileRange, request.node, threadID: request.caller.threadID, offset: request.offset,
            length: Int64(clamping: request.length))
        call.conditions.insert(.writing)
        carryOut(call, scope: request.targetNode, subject(request.node), reply) {
            [unowned self] effects throws(Errno) in
            try copy(request, effects)
        } _: { reply, count in
            reply.count(count)
        }
    }

    private func copy(_ request: CopyRangeRequest, _ effects: CallEffects) throws(Errno) -> Int {
        // Where rules or states concern the bytes, the caller copies them itself, by read and write.
        let isDirect =
            isUntouched(request.node, by: .read) && isUntouched(request.targetNode, by: .write)
            && isPlain(request.node) && isPlain(request.targetNode) && !keepsHistory
        guard isDirect else { throw .notSupported }
        guard let from = openFiles[request.handle]?.source, let to = openFiles[request.targetHandle]?.source else {
            throw .stale
        }
        let count = Int(min(Int64(min(request.length, ProviderServer.largestCopy)), effects.maximumCount ?? .max))
        guard let origin = try from.descriptor() else { throw .notSupported }
        return try from.pinned { () throws(Errno) in
            guard let target = try to.descriptor() else { throw .notSupported }
            return try origin.copyRange(
                from: request.offset, to: target, at: request.targetOffset, count: count)
        }
    }
}
