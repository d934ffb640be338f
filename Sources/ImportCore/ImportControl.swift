import Synchronization

/// One import's cancel button, deadline and progress.
///
/// The deadline counts from the last progress, and only in the phases that wait for the provider. The clock is the
/// caller's: `now` is asked for the time, and somebody calls `tick()` when the time that it returned has passed.
///
/// A wait that doesn't end although it was interrupted, since some providers never answer, is abandoned: the import
/// is over for that thread, which finds that out when it returns, if it ever does.
public final class ImportControl: Sendable {
    /// Why an import was interrupted. The first reason wins: a deadline is never reported as a cancel.
    public enum Interruption: Hashable, Sendable {
        case cancelled
        /// No progress for this long.
        case stalled(Duration)
        /// Not finished after this long.
        case overdue(Duration)
    }

    /// Where an import is.
    public struct Progress: Hashable, Sendable {
        public var phase: ImportPhase = .authorize
        public var bytes: Int64 = 0
        /// The size that the provider states, if it can be one.
        public var expected: Int64?
    }

    struct State {
        var progress = Progress()
        var started: Duration
        var lastProgress: Duration
        var interruption: Interruption?
        var interruptedAt: Duration = .zero
        var isPastCancelling = false
        var isOver = false
        var isAbandoned = false
        var waits = 0
        var leaving: Leaving?
        var hasLeftLate = false
        var interrupt: (@Sendable () -> Void)?
        var onAbandon: (@Sendable () -> Void)?
    }

    let deadline: Duration?
    let limit: Duration?
    let patience: Duration
    let now: @Sendable () -> Duration
    private let observer: (@Sendable (Progress) -> Void)?
    let state: Mutex<State>

    /// - Parameters:
    ///   - deadline: how long the provider may make no progress; nil for ever.
    ///   - limit: how long the phases that wait for the provider may take in all; nil for ever.
    ///   - patience: how long an interrupted wait has to end before it is abandoned.
    ///   - now: the time of a clock that never goes back, from any zero.
    ///   - observer: is told of progress, on the importing thread.
    public init(
        deadline: Duration? = .seconds(30), limit: Duration? = nil, patience: Duration = .milliseconds(500),
        now: @escaping @Sendable () -> Duration, observer: (@Sendable (Progress) -> Void)? = nil
    ) {
        self.deadline = deadline
        self.limit = limit
        self.patience = patience
        self.now = now
        self.observer = observer
        let time = now()
        state = Mutex(State(started: time, lastProgress: time))
    }

    public var progress: Progress { state.withLock(\.progress) }
    public var interruption: Interruption? { state.withLock(\.interruption) }
    public var isAbandoned: Bool { state.withLock(\.isAbandoned) }

    /// Has `action` called when a wait is abandoned, by whoever calls `tick`.
    public func whenAbandoned(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onAbandon = action }
    }

    /// Why an import is over whose thread was abandoned.
    public var abandonment: ImportProblem {
        interruption.map(ImportProblem.init)
            ?? ImportProblem(.unavailable, "the provider did not let go of the document")
    }

    /// Cancels the import. It has no effect once the document is being published: then it is imported.
    public func cancel() {
        interrupt(.cancelled)
    }

    func interrupt(_ reason: Interruption) {
        let time = now()
        let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.interruption == nil, !state.isPastCancelling, !state.isOver else { return nil }
            state.interruption = reason
            state.interruptedAt = time
            return state.interrupt
        }
        interrupt?()
    }
}

// What the importing thread calls.
extension ImportControl {
    /// Notes that a phase begins, which is progress.
    /// - Throws: `ImportProblem` when the import was interrupted.
    func enter(_ phase: ImportPhase) throws(ImportProblem) {
        let time = now()
        let progress = state.withLock { state in
            state.progress.phase = phase
            state.lastProgress = time
            if phase >= .publish, state.interruption == nil { state.isPastCancelling = true }
            return state.progress
        }
        observer?(progress)
        try checkpoint()
    }

    /// Notes that this many bytes have come.
    /// - Throws: `ImportProblem` when the import was interrupted.
    public func advance(to bytes: Int64, of expected: Int64?) throws(ImportProblem) {
        let time = now()
        let progress = state.withLock { state in
            if bytes != state.progress.bytes { state.lastProgress = time }
            state.progress.bytes = bytes
            state.progress.expected = expected
            return state.progress
        }
        observer?(progress)
        try checkpoint()
    }

    /// Notes that the provider is at work, though no byte has come yet: it downloads.
    public func noteActivity() {
        let time = now()
        state.withLock { $0.lastProgress = time }
    }

    /// - Throws: `ImportProblem` when the import was interrupted.
    public func checkpoint() throws(ImportProblem) {
        if let interruption { throw ImportProblem(interruption) }
    }

    /// Runs something that may wait for the provider without end.
    /// - Parameters:
    ///   - interrupt: makes the wait end early; called from another thread, perhaps more than once.
    /// - Throws: what `wait` throws; after an interruption, `ImportProblem` with its reason in place of what the
    ///   interrupted wait said.
    public func waiting<Value>(
        interrupt: @escaping @Sendable () -> Void, _ wait: () throws(ImportProblem) -> Value
    ) throws(ImportProblem) -> Value {
        try checkpoint()
        let time = now()
        let outer = state.withLock { state in
            let outer = state.interrupt
            state.interrupt = interrupt
            state.waits += 1
            // What our own work took since the last wait is not the provider's.
            state.lastProgress = time
            return outer
        }
        defer {
            state.withLock { state in
                state.interrupt = outer
                state.waits -= 1
            }
        }
        // A cancel between the check and here found no wait to interrupt.
        try checkpoint()
        do throws(ImportProblem) {
            let value = try wait()
            try checkpoint()
            return value
        } catch {
            try checkpoint()
            throw error
        }
    }

    /// Runs something that doesn't wait for the provider inside a `waiting`, such as the accessor of a coordinated
    /// read: it must not be abandoned halfway.
    func resumed<Value>(_ body: () throws(ImportProblem) -> Value) throws(ImportProblem) -> Value {
        let outer = state.withLock { state -> (waits: Int, interrupt: (@Sendable () -> Void)?)? in
            guard !state.isAbandoned else { return nil }
            let outer = (state.waits, state.interrupt)
            state.waits = 0
            state.interrupt = nil
            return outer
        }
        guard let outer else { throw ImportProblem(.internal, "the wait was abandoned") }
        defer {
            state.withLock { state in
                state.waits = outer.waits
                state.interrupt = outer.interrupt
            }
        }
        try checkpoint()
        return try body()
    }

    /// Runs something that gives the item back, such as closing it. It may wait without end too, but what the import
    /// ends with is settled by then: where the deadline passes it is interrupted, which fails nothing, and where it
    /// doesn't end by that, it is abandoned, so that the import goes on without this thread.
    /// - Throws: `ImportProblem` when the import went on without this thread.
    public func leaving(interrupt: @escaping @Sendable () -> Void, _ leave: () -> Void) throws(ImportProblem) {
        let time = now()
        state.withLock { $0.leaving = Leaving(since: time, interrupt: interrupt) }
        leave()
        let isAbandoned = state.withLock { state in
            state.leaving = nil
            return state.isAbandoned
        }
        if isAbandoned { throw ImportProblem(.internal, "the import went on without this thread") }
    }

    /// Whether giving the item back took longer than the provider may take.
    var hasLeftLate: Bool { state.withLock(\.hasLeftLate) }

    /// Notes that the import is over.
    package func finish() {
        // What is done when it is abandoned holds this control, as a rule. It is let go outside of the lock.
        let action = state.withLock { state in
            state.isOver = true
            return state.onAbandon.take()
        }
        withExtendedLifetime(action) {}
    }
}

extension ImportProblem {
    /// What an interruption is called when it ends an import.
    public init(_ interruption: ImportControl.Interruption) {
        switch interruption {
        case .cancelled:
            self.init(.cancelled, "the import was cancelled")
        case .stalled(let duration):
            self.init(.deadline, "the provider made no progress for \(duration.inWords)")
        case .overdue(let duration):
            self.init(.deadline, "the provider had not delivered the document after \(duration.inWords)")
        }
    }
}

extension Duration {
    /// Such as `2 s` or `0.5 s`.
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}
