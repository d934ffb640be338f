import ImportCore
import SystemIO

/// An import that runs on a thread of its own.
public final class ImportTask: Sendable {
    private struct State {
        var result: Result<ImportEntry, ImportFailure>?
        var callbacks: [@Sendable (Result<ImportEntry, ImportFailure>) -> Void] = []
    }

    private let run: ImportRun
    private let state = ConditionVariable(State())

    init(run: ImportRun) {
        self.run = run
    }

    public var progress: ImportControl.Progress { run.control.progress }

    /// Cancels the import: a blocked read ends at once. Without effect once the document is being published.
    public func cancel() {
        run.control.cancel()
        ImportWatchdog.shared.hurry(run.control)
    }

    /// Waits for the end, on a thread that may block.
    /// - Returns: the entry, which is available.
    /// - Throws: `ImportFailure`.
    public func wait() throws(ImportFailure) -> ImportEntry {
        try state.wait { $0.result }.get()
    }

    /// Has `callback` called with the result, on the import's thread, or at once when there is one.
    public func whenDone(_ callback: @escaping @Sendable (Result<ImportEntry, ImportFailure>) -> Void) {
        let result = state.changeQuietly { state in
            if state.result == nil { state.callbacks.append(callback) }
            return state.result
        }
        if let result { callback(result) }
    }

    func finish(_ result: Result<ImportEntry, ImportFailure>) {
        let callbacks = state.change { state in
            state.result = result
            defer { state.callbacks = [] }
            return state.callbacks
        }
        for callback in callbacks { callback(result) }
    }
}
