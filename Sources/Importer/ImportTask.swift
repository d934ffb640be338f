import ImportCore
import SystemIO

/// An import that runs on a thread of its own, and what it adds to the library: an entry with a copy, or the
/// identifier of a reference.
public final class ImportTask<Added: Sendable>: Sendable {
    private struct State {
        var result: Result<Added, ImportFailure>?
        var callbacks: [@Sendable (Result<Added, ImportFailure>) -> Void] = []
    }

    private let control: ImportControl
    private let state = ConditionVariable(State())

    init(_ control: ImportControl) {
        self.control = control
    }

    public var progress: ImportControl.Progress { control.progress }

    /// Cancels the import: a blocked read ends at once. Without effect once the document is being published.
    public func cancel() {
        control.cancel()
        ImportWatchdog.shared.hurry(control)
    }

    /// Waits for the end, on a thread that may block.
    /// - Returns: what is in the library now.
    /// - Throws: `ImportFailure`.
    public func wait() throws(ImportFailure) -> Added {
        try state.wait { $0.result }.get()
    }

    /// Has `callback` called with the result, on the import's thread, or at once when there is one.
    public func whenDone(_ callback: @escaping @Sendable (Result<Added, ImportFailure>) -> Void) {
        let result = state.changeQuietly { state in
            if state.result == nil { state.callbacks.append(callback) }
            return state.result
        }
        if let result { callback(result) }
    }

    func finish(_ result: Result<Added, ImportFailure>) {
        let callbacks = state.change { state in
            state.result = result
            defer { state.callbacks = [] }
            return state.callbacks
        }
        for callback in callbacks { callback(result) }
    }
}
