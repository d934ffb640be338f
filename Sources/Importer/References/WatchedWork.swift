import ImportCore
import SystemIO

/// Work that may wait for a provider without end, on a thread of its own: one that never answers costs that thread,
/// and not the caller.
enum WatchedWork {
    /// Runs `body`, and waits for it as long as `control` allows.
    /// - Throws: what `body` throws, or the control's interruption when the work was abandoned.
    static func run<Value: Sendable, Failure: Error>(
        _ control: ImportControl, abandoned: @escaping @Sendable (ImportProblem) -> Failure,
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = ConditionVariable<Result<Value, Failure>?>(nil)
        let finish: @Sendable (Result<Value, Failure>) -> Void = { result in
            outcome.change { if $0 == nil { $0 = result } }
        }
        control.whenAbandoned {
            finish(.failure(abandoned(control.abandonment)))
        }
        do throws(Errno) {
            try ImportWatchdog.shared.watch(control)
            try DetachedThread.start {
                do throws(Failure) { finish(.success(try body())) } catch { finish(.failure(error)) }
                control.finish()
            }
        } catch {
            finish(.failure(abandoned(ImportProblem(.busy, "this computer can't start another thread"))))
        }
        defer { ImportWatchdog.shared.forget(control) }
        return try outcome.wait { $0 }.get()
    }

    /// A control whose deadline counts from now.
    static func control(deadline: Duration?) -> ImportControl {
        let start = MonotonicTime.now
        return ImportControl(deadline: deadline, now: { MonotonicTime.now - start })
    }
}
