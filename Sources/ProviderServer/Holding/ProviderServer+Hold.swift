import FUSE
import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    /// Keeps a call until `until`, or until somebody ends the wait. `resume` is called exactly once.
    func hold(
        _ gated: GatedCall, reason: HeldCalls.Reason, until: MountTime, resume: @escaping (HoldEnding) -> Void
    ) {
        let id = held.add(
            HeldCalls.Entry(
                operation: gated.call.operation, path: gated.subject.path, node: gated.subject.node ?? gated.call.node,
                process: gated.process, reason: reason, since: now, timer: nil,
                // The call lives as long as it waits, or nobody would be told when its caller leaves.
                resume: { ending in withExtendedLifetime(gated) { resume(ending) } }))
        gated.hold = id
        if gated.call.operation == .read, until == .never || until - now > LeavingCallers.patience {
            watchCaller(gated.process)
        }
        if until != .never {
            held.setTimer(loop.schedule(at: clock.deadline(until)) { [unowned self] in endHold(id, .over) }, of: id)
        }
        gated.watchInterrupts { [unowned self, weak gated] in
            if let hold = gated?.hold { endHold(hold, .interrupted) }
        }
        checkWaits()
    }

    func endHold(_ id: HeldCalls.ID, _ ending: HoldEnding) {
        guard let entry = held.remove(id) else { return }
        if let timer = entry.timer { loop.cancel(timer) }
        entry.resume(ending)
        checkWaits()
    }

    /// - Returns: how many calls it ended.
    @discardableResult
    func endHolds(_ ending: HoldEnding, where isWanted: (HeldCalls.Entry) -> Bool) -> Int {
        let ids = held.ids(where: isWanted)
        for id in ids { endHold(id, ending) }
        return ids.count
    }
}
