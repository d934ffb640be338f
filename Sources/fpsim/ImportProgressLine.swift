import Glibc
import Importer
import SystemIO

/// The line at the bottom of a terminal that says how far a batch is: how many documents, how many bytes, how fast,
/// how much longer. Where standard error is no terminal, a plain line now and then.
final class ImportProgressLine: Sendable {
    private struct State {
        var finished = 0
        var found = 0
        var isCounted = false
        var isShown = false
        var isOver = false
    }

    /// How many bytes have come; nil where none are to come.
    private let bytes: (@Sendable () -> Int64)?
    private let started = MonotonicTime.now
    private let isTerminal = Terminal.isTerminal(.standardError)
    private let state = ConditionVariable(State())

    init(bytes: (@Sendable () -> Int64)? = nil) {
        self.bytes = bytes
    }

    /// Shows the line from now on, until `finish`.
    func start() {
        let interval = isTerminal ? Duration.milliseconds(200) : .seconds(10)
        try? DetachedThread.start { [self] in
            while true {
                state.pause(atMost: interval) { $0.isOver }
                if state.changeQuietly({ $0.isOver }) { return }
                show()
            }
        }
    }

    func found(_ count: Int, isAll: Bool) {
        state.changeQuietly { state in
            state.found = count
            state.isCounted = isAll
        }
    }

    func documentEnded() {
        state.changeQuietly { $0.finished += 1 }
    }

    /// Makes room for a line of output.
    func clear() {
        let isShown = state.changeQuietly { state in
            defer { state.isShown = false }
            return state.isShown
        }
        if isShown { Terminal.writeError("\r\u{1B}[K") }
    }

    func finish() {
        state.change { $0.isOver = true }
        clear()
    }

    private func show() {
        let seconds = max(Double((MonotonicTime.now - started).nanosecondsSaturating) / 1e9, 0.001)
        let bytes = bytes?()
        let line = state.changeQuietly { state -> String in
            let of = state.isCounted ? " of \(state.found)" : ""
            var line = "\(state.finished)\(of) documents"
            if let bytes {
                line += ", \(ByteText.text(bytes)), \(ByteText.text(Int64(Double(bytes) / seconds)))/s"
            }
            if state.isCounted, state.finished > 0 {
                let left = Double(state.found - state.finished) * seconds / Double(state.finished)
                line += ", \(Int(left.rounded(.up))) s left"
            }
            state.isShown = isTerminal && !state.isOver
            return state.isOver ? "" : line
        }
        guard !line.isEmpty else { return }
        Terminal.writeError(isTerminal ? "\r\(line)\u{1B}[K" : line + "\n")
    }
}
