import SystemIO

/// The processes behind the threads that call, remembered for a moment: reading `/proc` costs more than most answers,
/// but a thread's number is used again, and a process changes its name when it runs another program.
struct ProcessCache {
    private struct Known {
        let process: CallingProcess?
        let at: MonotonicTime
    }

    private static let validity = Duration.milliseconds(20)
    private var known: [Int32: Known] = [:]

    /// - Parameter fresh: ask `/proc` whatever is remembered: for opens, and for what is decided by who asks.
    mutating func process(ofThread thread: Int32, fresh: Bool = false) -> CallingProcess? {
        guard thread > 0 else { return nil }
        let now = MonotonicTime.now
        if !fresh, let entry = known[thread], now - entry.at < ProcessCache.validity { return entry.process }
        if known.count > 4096 { known = [:] }
        let process = CallingProcess(thread: thread)
        known[thread] = Known(process: process, at: now)
        return process
    }
}
