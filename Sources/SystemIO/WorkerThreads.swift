/// Threads that are used again: for much work of which each part blocks, one after the other. A thread that has
/// nothing to do for a second ends. Where all are busy, however long, there is another one.
package final class WorkerThreads: Sendable {
    package typealias Work = @Sendable () -> Void

    private struct State {
        var idle = 0
        var waiting: [(number: Int, work: Work)] = []
        var started = 0
    }

    private let state = ConditionVariable(State())
    private let patience: Duration

    package init(patience: Duration = .seconds(1)) {
        self.patience = patience
    }

    /// Starts `work` on a thread of its own, with all signals blocked.
    /// - Throws: `Errno` when one was needed and can't be started.
    package func start(_ work: @escaping Work) throws(Errno) {
        let (number, needsThread) = state.changeWakingOne { state in
            state.started += 1
            state.waiting.append((state.started, work))
            return (state.started, state.idle < state.waiting.count)
        }
        guard needsThread else { return }
        do throws(Errno) {
            try DetachedThread.start { while self.runNext() {} }
        } catch {
            let isLeft = state.changeQuietly { state in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
                state.waiting.remove(at: index)
                return true
            }
            // Else a thread that became free has it.
            if isLeft { throw error }
        }
    }

    /// What was run is given up when this returns, and not when the thread gets the next.
    /// - Returns: whether there may be more to run.
    private func runNext() -> Bool {
        guard let work = next() else { return false }
        work()
        return true
    }

    private func next() -> Work? {
        let end = MonotonicTime.now + patience
        var found: Work?
        var isIdle = false
        var isOver = false
        while found == nil, !isOver {
            let left = end - .now
            state.pause(atMost: max(left, .zero)) { state in
                if !state.waiting.isEmpty { found = state.waiting.removeFirst().work }
                isOver = left <= .zero
                let staysIdle = found == nil && !isOver
                if staysIdle != isIdle { state.idle += staysIdle ? 1 : -1 }
                isIdle = staysIdle
                return !staysIdle
            }
        }
        return found
    }
}
