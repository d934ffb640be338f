import CLinux
import Glibc

/// How long the calling thread runs at most before others on its processor get their turn.
///
/// A thread that answers within microseconds needs no long turn, and who asks for a short one is let in sooner when it
/// wakes beside programs that compute: its share of the processor stays the same. The children of a process have turns
/// of the usual length again.
package enum SchedulingTurn {
    /// The shortest that the kernel gives.
    package static let shortest = Duration.microseconds(100)

    /// Asks for the shortest turns. A thread that is scheduled otherwise than most (sched(7)) stays as it is.
    /// - Throws: `Errno`.
    package static func shorten() throws(Errno) {
        var attributes = try current()
        guard attributes.policy == UInt32(SCHED_OTHER) else { return }
        attributes.runtime = UInt64(shortest / .nanoseconds(1))
        attributes.deadline = 0
        attributes.period = 0
        attributes.flags |= 1  // SCHED_FLAG_RESET_ON_FORK
        try SystemCall.retrying { fpsim_set_scheduling(&attributes) }
    }

    /// The calling thread's turns, or zero where the kernel decides by itself.
    package static var length: Duration { ((try? current())?.runtime).map { .nanoseconds(Int64($0)) } ?? .zero }

    /// The calling thread's niceness.
    package static var niceness: Int? { (try? current()).map { Int($0.nice) } }

    private static func current() throws(Errno) -> fpsim_sched_attributes {
        var attributes = fpsim_sched_attributes()
        attributes.size = UInt32(MemoryLayout<fpsim_sched_attributes>.size)
        try SystemCall.retrying { fpsim_get_scheduling(&attributes) }
        return attributes
    }
}
