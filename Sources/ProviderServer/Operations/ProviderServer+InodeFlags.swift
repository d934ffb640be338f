import FUSE
import ProviderSource
import SystemIO

// Flags of files and folders, as for chattr(1). The kernel opens what is asked about, asks, and closes it. To rules and
// traces they are attributes.
extension ProviderServer {
    package func ioctl(_ request: IoctlRequest, _ reply: consuming IoctlReply) {
        guard let command = InodeFlagsCommand(rawValue: request.command) else { return reply.fail(.noSuchControl) }
        let call = Call(command.changes ? .setattr : .getattr, request.node, threadID: request.caller.threadID)
        guard command.changes else {
            guard nodes.isKnown(request.node) else { return fail(reply, call, .stale) }
            if isUntouched(request.node, by: .getattr) { return answer(call, command, request, reply, CallEffects()) }
            return gated(call, subject(request.node), reply) { [unowned self] reply, effects in
                answer(call, command, request, reply, effects)
            }
        }
        carryOut(call, scope: request.node, subject(request.node), reply) { [unowned self] _ throws(Errno) in
            guard request.value.count >= command.size else { throw .invalidArgument }
            _ = try descriptor(request).perform(command, with: request.value)
        } _: { [unowned self] reply, _ in
            reply.value([])
            contentChanged(request.node, keepsOpenCaches: true)
        }
    }

    private func answer(
        _ call: Call, _ command: InodeFlagsCommand, _ request: IoctlRequest, _ reply: consuming IoctlReply,
        _ effects: CallEffects
    ) {
        do throws(Errno) {
            guard request.capacity >= command.size else { throw .invalidArgument }
            let value = try descriptor(request).perform(command)
            reply.value(value)
            done(call, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    private func descriptor(_ request: IoctlRequest) throws(Errno) -> FileDescriptor {
        let descriptor =
            request.isDirectory
            ? openDirectories[request.handle]?.source?.descriptor
            : try openFiles[request.handle]?.source?.descriptor()
        guard let descriptor else { throw .noSuchControl }
        return descriptor
    }
}
