import Glibc

/// Whether to look again for a moment before sleeping.
///
/// A caller who waits for an answer asks its next question some microseconds after it. A thread that went to sleep
/// meanwhile, on another processor than the caller's, takes several times as long to wake as the question takes to
/// answer (measured: 4,000 files opened, read and closed a second against 9,500). So after a request the loop looks
/// again for up to 100 µs, as long as that has been worth it lately; an idle loop sleeps, and one that is asked once a
/// millisecond learns to. Beside programs that want its processor it sleeps too: who looks again gets the processor back
/// after their turn of milliseconds, who sleeps is let in at once.
struct Anticipation {
    private static let longestNanoseconds: UInt64 = 100_000
    /// A program that computes keeps its turn for milliseconds; an interrupt, a kernel's thread or a hypervisor that
    /// takes the processor away gives it back sooner, and is no reason to stop looking.
    private static let shortestTurn: UInt64 = 1_000_000
    private static let highestCredit = 16
    private static let shortestRest: UInt64 = 10_000_000
    private static let longestRest: UInt64 = 1_000_000_000

    /// On a single processor, whoever is to ask needs it.
    var isUseful = sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1
    private var credit = 4
    private var sleptSince: UInt64 = 0
    private var isExpecting = false
    /// Until when others have the processor.
    private var restsUntil: UInt64 = 0
    private var rest = shortestRest

    /// Something came of which more is likely soon.
    mutating func expectMore() {
        isExpecting = true
    }

    /// How long to look again now, before sleeping.
    func patience(at now: UInt64) -> UInt64 {
        isExpecting && credit > 0 && isUseful && now >= restsUntil ? Anticipation.longestNanoseconds : 0
    }

    /// A look was followed by the next one only now.
    /// - Returns: whether others had the processor in between, so that it is better to sleep.
    mutating func looked(at before: UInt64, again now: UInt64) -> Bool {
        guard now - before > Anticipation.shortestTurn else { return false }
        // The longer they stay the rarer they are asked to make room.
        rest = before < restsUntil + rest ? min(2 * rest, Anticipation.longestRest) : Anticipation.shortestRest
        restsUntil = now + rest
        return true
    }

    /// Looking again has found something, or hasn't.
    mutating func looked(found: Bool) {
        credit = found ? min(credit + 1, Anticipation.highestCredit) : max(credit - 1, 0)
    }

    mutating func sleeps(at now: UInt64) {
        sleptSince = now
    }

    /// Sleeping wasn't worth it if it ended at once.
    mutating func woke(at now: UInt64) {
        isExpecting = false
        if now - sleptSince < Anticipation.longestNanoseconds { credit = min(credit + 1, Anticipation.highestCredit) }
    }
}
