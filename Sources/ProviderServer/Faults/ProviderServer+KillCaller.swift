import FaultInjection
import SystemIO
import Trace

extension ProviderServer {
    func killCaller(_ fault: KillCaller, _ fired: FiredFault, _ gated: GatedCall) -> FaultAction {
        guard fault.moment == .before else {
            gated.effects.killsAfterwards = fired.rule
            return .goOn
        }
        guard killTree(of: gated.process, rule: fired.rule) else { return .goOn }
        // Nobody reads this answer any more.
        return .fail(CallFailure(.interrupted, rule: fired.rule))
    }

    func killCaller(ofThread thread: Int32, rule: String) {
        _ = killTree(of: processes.process(ofThread: thread, fresh: true), rule: rule)
    }

    /// Kills the tree that the caller belongs to, if a harness registered its root; a process that nobody registered
    /// is never touched.
    private func killTree(of process: CallingProcess?, rule: String) -> Bool {
        guard let process, let tree = registered.tree(of: process.processID) else { return false }
        let count = ProcessTree.killTrees(from: tree.processes)
        var event = TraceEvent(.kill)
        event.pid = tree.root
        event.process = process.name
        event.rule = rule
        event.count = Int64(count)
        record(event)
        return true
    }
}
