import Dispatch
import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

/// Where fsync waits for the disk, so that the loop doesn't.
enum SynchronizingQueue {
    static let queue = DispatchQueue(label: "fpsim.fsync", attributes: .concurrent)
}

extension ProviderServer {
    package func synchronize(_ request: SynchronizeRequest, _ reply: consuming DoneReply) {
        let call = Call(.fsync, request.node, threadID: request.caller.threadID)
        guard let file = openFiles[request.handle] else { return fail(reply, call, .stale) }
        gatedIfTouched(call, reply) { [unowned self] reply, effects in
            do throws(Errno) {
                let descriptor = try file.source?.descriptor()
                if let descriptor {
                    synchronize(try descriptor.duplicate(), call, request, reply, effects)
                } else {
                    reply.done()
                    done(call, effects: effects)
                }
            } catch {
                fail(reply, call, error)
            }
        }
    }

    package func synchronizeDirectory(_ request: SynchronizeRequest, _ reply: consuming DoneReply) {
        let call = Call(.fsyncdir, request.node, threadID: request.caller.threadID)
        guard let directory = openDirectories[request.handle] else { return fail(reply, call, .stale) }
        gatedIfTouched(call, reply) { [unowned self] reply, effects in
            do throws(Errno) {
                if let descriptor = directory.source?.descriptor {
                    synchronize(try descriptor.duplicate(), call, request, reply, effects)
                } else {
                    reply.done()
                    done(call, effects: effects)
                }
            } catch {
                fail(reply, call, error)
            }
        }
    }

    private func gatedIfTouched(
        _ call: Call, _ reply: consuming DoneReply, _ proceed: @escaping (consuming DoneReply, CallEffects) -> Void
    ) {
        if isUntouched(call.node, by: call.operation) { return proceed(reply, CallEffects()) }
        gated(call, subject(call.node), reply, proceed)
    }

    private func synchronize(
        _ descriptor: consuming OwnedFileDescriptor, _ call: Call, _ request: SynchronizeRequest,
        _ reply: consuming DoneReply, _ effects: CallEffects
    ) {
        // The queue only carries these to the loop and back.
        nonisolated(unsafe) let kept = HeldReply(reply)
        nonisolated(unsafe) let finish = { [reference] (error: Errno?) in
            guard let reply = kept.take() else { return }
            guard let server = reference.server else { return reply.done() }
            if let error { return server.fail(reply, call, error) }
            server.unsynced?.synchronized(request.node)
            reply.done()
            server.done(call, effects: effects)
        }
        let owner = DescriptorBox(descriptor)
        let sender = loop.sender
        SynchronizingQueue.queue.async {
            var failure: Errno?
            do throws(Errno) {
                try owner.descriptor.borrowed.synchronize(dataOnly: request.dataOnly)
            } catch {
                failure = error
            }
            sender.post { [failure] in finish(failure) }
        }
    }
}

/// Lets a closure own a descriptor.
private final class DescriptorBox: Sendable {
    let descriptor: OwnedFileDescriptor

    init(_ descriptor: consuming OwnedFileDescriptor) {
        self.descriptor = descriptor
    }
}
