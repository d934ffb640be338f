import SystemIO
import Trace

/// The processes behind the threads that call, remembered: asking `/proc` costs more than most answers, but a thread's
/// number is used again, and a process changes its name when it runs another program.
struct ProcessCache {
    private struct Known {
        let thread: KnownThread
        var process: CallingProcess
        var at: MonotonicTime
        /// The trace's words for it.
        var piece: TracePiece?
    }

    private static let validity = Duration.milliseconds(20)
    /// Each of them keeps a descriptor, or two.
    private static let limit = 128
    private var known: [Int32: Known] = [:]

    /// - Parameter fresh: ask whether it is still the same thread and program, whatever is remembered: for opens, and
    ///   for what is decided by who asks.
    mutating func process(ofThread thread: Int32, fresh: Bool = false) -> CallingProcess? {
        process(ofThread: thread, validFor: fresh ? .zero : ProcessCache.validity)
    }

    /// For the trace's line.
    /// - Parameter opens: of an open: no thread becomes another program, and opens something, in less than 100 µs.
    mutating func traced(_ thread: Int32, opens: Bool) -> TracePiece? {
        let validity = opens ? Duration.microseconds(100) : ProcessCache.validity
        guard let process = process(ofThread: thread, validFor: validity) else { return nil }
        if let piece = known[thread]?.piece { return piece }
        let piece = TracePiece.caller(processID: process.processID, name: process.name)
        known[thread]?.piece = piece
        return piece
    }

    private mutating func process(ofThread thread: Int32, validFor validity: Duration) -> CallingProcess? {
        guard thread > 0 else { return nil }
        let now = MonotonicTime.now
        if let entry = known[thread] {
            if now - entry.at < validity { return entry.process }
            if let process = entry.thread.current() {
                known[thread]?.at = now
                if process != entry.process {
                    known[thread]?.process = process
                    known[thread]?.piece = nil
                }
                return process
            }
            known[thread] = nil
        }
        // Without descriptors left, each call is looked up by itself.
        guard let seen = KnownThread(thread), let process = seen.current() else {
            return CallingProcess(thread: thread)
        }
        if known.count >= ProcessCache.limit { known = [:] }
        known[thread] = Known(thread: seen, process: process, at: now)
        return process
    }
}
