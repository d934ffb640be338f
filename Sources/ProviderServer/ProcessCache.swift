import SystemIO

/// The processes behind the threads that call, remembered: asking `/proc` costs more than most answers, but a thread's
/// number is used again, and a process changes its name when it runs another program.
struct ProcessCache {
    private struct Known {
        let thread: KnownThread
        var process: CallingProcess
        var at: MonotonicTime
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

    /// For the trace's line of an open: no thread becomes another program, and opens something, in a shorter time.
    mutating func opener(_ thread: Int32) -> CallingProcess? {
        process(ofThread: thread, validFor: .microseconds(100))
    }

    private mutating func process(ofThread thread: Int32, validFor validity: Duration) -> CallingProcess? {
        guard thread > 0 else { return nil }
        let now = MonotonicTime.now
        if let entry = known[thread] {
            if now - entry.at < validity { return entry.process }
            if let process = entry.thread.current() {
                known[thread] = Known(thread: entry.thread, process: process, at: now)
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
