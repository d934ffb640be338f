import ImportCore
import SystemIO

/// One thread that looks at all running imports' deadlines.
final class ImportWatchdog: Sendable {
    private struct State {
        var controls: [ObjectIdentifier: Entry] = [:]
        var hasThread = false
        /// When the thread looks next; nil while it looks.
        var wakesAt: MonotonicTime?
    }

    private struct Entry {
        let control: ImportControl
        var due: MonotonicTime
    }

    private let state = ConditionVariable(State())

    static let shared = ImportWatchdog()

    /// Watches an import until it is over.
    /// - Throws: `Errno` when no thread can be started.
    func watch(_ control: ImportControl) throws(Errno) {
        guard let pause = control.tick() else { return }
        let needsThread = schedule(control, .now + pause)
        if needsThread { try DetachedThread.start { self.run() } }
    }

    /// Looks at the import now: it was cancelled.
    func hurry(_ control: ImportControl) {
        let isWatched = state.changeQuietly { $0.controls[ObjectIdentifier(control)] != nil }
        if isWatched { _ = schedule(control, .now) }
    }

    /// Stops watching.
    func forget(_ control: ImportControl) {
        _ = state.changeQuietly { $0.controls.removeValue(forKey: ObjectIdentifier(control)) }
    }

    /// - Returns: whether the thread is still to be started.
    private func schedule(_ control: ImportControl, _ due: MonotonicTime) -> Bool {
        let (wakes, needsThread) = state.changeQuietly { state in
            state.controls[ObjectIdentifier(control)] = Entry(control: control, due: due)
            let wakes = state.wakesAt.map { due < $0 } ?? false
            if wakes { state.wakesAt = due }
            defer { state.hasThread = true }
            return (wakes, !state.hasThread)
        }
        // Most imports are over long before their deadline: only an earlier one wakes the thread.
        if wakes { state.change { _ in } }
        return needsThread
    }

    private func run() {
        while true {
            lookAtDue()
            let next = state.changeQuietly { state in
                state.wakesAt = state.controls.values.map(\.due).min() ?? .distantFuture
                return state.wakesAt!
            }
            state.pause(atMost: next == .distantFuture ? nil : max(next - .now, .zero)) { state in
                state.wakesAt.map { $0 < next } ?? true
            }
        }
    }

    private func lookAtDue() {
        let now = MonotonicTime.now
        let due = state.changeQuietly { state in
            state.wakesAt = nil
            return state.controls.values.filter { $0.due <= now }.map(\.control)
        }
        for control in due {
            // Outside the lock: what an interruption calls may come back here.
            let pause = control.tick()
            state.changeQuietly { state in
                // It may have been forgotten meanwhile.
                guard state.controls[ObjectIdentifier(control)] != nil else { return }
                state.controls[ObjectIdentifier(control)] = pause.map { Entry(control: control, due: now + $0) }
            }
        }
    }
}
