import Synchronization
import SystemIO

/// A line on standard error about a long run: rewritten in place on a terminal, else a plain line now and then.
final class StatusLine: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var isOnScreen = false
    }

    private let isShown: Bool
    private let isTerminal = Terminal.isTerminal(.standardError)
    private let state = Mutex(State())

    init(isShown: Bool) {
        self.isShown = isShown
    }

    /// Shows the line, unless another was shown a moment ago.
    func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            if let last = state.last, now - last < (isTerminal ? .milliseconds(200) : .seconds(10)) { return }
            state.last = now
            state.isOnScreen = isTerminal
            Terminal.writeError(isTerminal ? "\r\(text())\u{1B}[K" : text() + "\n")
        }
    }

    /// Makes room for a line of output.
    func clear() {
        state.withLock { state in
            if state.isOnScreen { Terminal.writeError("\r\u{1B}[K") }
            state.isOnScreen = false
        }
    }
}
