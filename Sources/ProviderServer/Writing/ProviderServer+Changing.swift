import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

extension ProviderServer {
    /// Takes a call that changes something past scopes and rules, carries it out, and answers.
    /// - Parameters:
    ///   - node: whose scope the caller needs, asked for only where scopes are.
    ///   - operation: does it; what it throws is the answer.
    ///   - answer: says that it is done.
    func carryOut<Answer, Outcome>(
        _ call: Call, scope node: @autoclosure () -> NodeID, _ subject: @autoclosure () -> Subject,
        _ reply: consuming Reply<Answer>,
        _ operation: @escaping (CallEffects) throws(Errno) -> Outcome,
        _ answer: @escaping (consuming Reply<Answer>, Outcome) -> Void
    ) {
        guard nodes.isKnown(call.node) else { return fail(reply, call, .stale) }
        guard mayChange(node(), threadID: call.threadID) else { return fail(reply, call, .notPermitted) }
        if provider.isOrdinary, !ruledOperations.contains(call.operation) {
            return perform(call, reply, CallEffects(), operation, answer)
        }
        gated(call, subject(), reply) { [unowned self] reply, effects in
            perform(call, reply, effects, operation, answer)
        }
    }

    private func perform<Answer, Outcome>(
        _ call: Call, _ reply: consuming Reply<Answer>, _ effects: CallEffects,
        _ operation: (CallEffects) throws(Errno) -> Outcome, _ answer: (consuming Reply<Answer>, Outcome) -> Void
    ) {
        do throws(Errno) {
            let outcome = try operation(effects)
            answer(reply, outcome)
            done(call, effects: effects)
        } catch {
            fail(reply, call, error, rule: effects.rule)
        }
    }

    /// Whether the caller's scopes allow changes in this folder, or of this file.
    private func mayChange(_ node: @autoclosure () -> NodeID, threadID: Int32) -> Bool {
        guard plan.scope == .required else { return true }
        return mayOpen(node(), processes.process(ofThread: threadID, fresh: true), isFolder: true)
    }

    /// Who makes what a caller makes.
    func maker(_ caller: Caller) -> Maker {
        Maker(userID: caller.userID, groupID: caller.groupID, umask: caller.umask)
    }

    /// Answers with an object that was made. The lookup counts if the kernel takes it.
    func answer(_ reply: consuming EntryReply, _ node: NodeID, _ status: FileStatus) {
        if reply.found(entry(for: node, present(status, node, CallEffects()))) {
            nodes.countLookup(node)
        } else {
            nodes.forget(node, lookups: 0)
        }
    }
}
