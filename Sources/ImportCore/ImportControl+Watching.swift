import Synchronization

extension ImportControl {
    /// The item is being given back.
    struct Leaving {
        let since: Duration
        let interrupt: @Sendable () -> Void
        /// Since when that takes too long.
        var overdueSince: Duration?
    }
}

// What a watchdog calls.
extension ImportControl {
    /// Interrupts the import when its deadline has passed, interrupts again a wait that hasn't ended, and abandons
    /// one that doesn't end at all.
    /// - Returns: how long until this has to be called again, or nil when it never has to be.
    public func tick() -> Duration? {
        let time = now()
        let step = state.withLock { state -> Step in
            if state.isOver || state.isAbandoned { return .sleep(nil) }
            if state.leaving != nil { return stepOfLeaving(&state, time) }
            if state.interruption != nil {
                guard state.waits > 0 else { return .sleep(.milliseconds(20)) }
                if time - state.interruptedAt >= patience {
                    state.isAbandoned = true
                    return .abandon
                }
                return state.interrupt.map(Step.again) ?? .sleep(.milliseconds(20))
            }
            guard state.progress.phase.waitsForProvider else { return .sleep(deadline ?? limit) }
            // A wait that begins from now on gets a whole deadline.
            guard state.waits > 0 else { return .sleep(deadline ?? limit) }
            var wait: Duration?
            if let deadline {
                let left = deadline - (time - state.lastProgress)
                if left <= .zero { return .interrupt(.stalled(deadline)) }
                wait = left
            }
            if let limit {
                let left = limit - (time - state.started)
                if left <= .zero { return .interrupt(.overdue(limit)) }
                wait = min(wait ?? left, left)
            }
            return .sleep(wait)
        }
        switch step {
        case .sleep(let duration):
            return duration
        case .interrupt(let reason):
            interrupt(reason)
            return .milliseconds(20)
        case .again(let interrupt):
            interrupt()
            return .milliseconds(20)
        case .abandon:
            state.withLock(\.onAbandon)?()
            return nil
        }
    }

    private enum Step {
        case sleep(Duration?)
        case interrupt(Interruption)
        case again(@Sendable () -> Void)
        case abandon
    }

    private func stepOfLeaving(_ state: inout State, _ time: Duration) -> Step {
        guard var leaving = state.leaving else { return .sleep(nil) }
        if leaving.overdueSince == nil {
            if state.interruption == nil {
                let end = [deadline.map { leaving.since + $0 }, limit.map { max(state.started + $0, leaving.since) }]
                guard let end = end.compactMap({ $0 }).min() else { return .sleep(nil) }
                if time < end { return .sleep(end - time) }
                state.hasLeftLate = true
            }
            leaving.overdueSince = time
            state.leaving = leaving
        } else if let since = leaving.overdueSince, time - since >= patience {
            state.isAbandoned = true
            return .abandon
        }
        return .again(leaving.interrupt)
    }
}
