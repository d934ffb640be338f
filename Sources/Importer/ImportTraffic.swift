import SystemIO

/// How many imports of a library are on their way: under way in this process, and not waiting in a group commit. Who
/// leads a group waits for them, and for nobody where there are none.
final class ImportTraffic: Sendable {
    private let moving = ConditionVariable(0)

    /// An import begins.
    func enter() {
        moving.changeQuietly { $0 += 1 }
    }

    /// An import is over.
    func leave() {
        halt()
    }

    /// An import waits in a group.
    func halt() {
        // Few changes are the last one: only those wake the leaders.
        let isLast = moving.changeQuietly { moving in
            moving -= 1
            return moving == 0
        }
        if isLast { moving.change { _ in } }
    }

    /// Imports go on.
    func resume(_ count: Int) {
        moving.changeQuietly { $0 += count }
    }

    /// Waits while anybody is on the way, but no longer than this.
    func pause(atMost limit: Duration) {
        let end = MonotonicTime.now + limit
        var isOver = false
        while !isOver {
            moving.pause(atMost: end - .now) { moving in
                isOver = moving <= 0
                return isOver
            }
            if end <= .now { isOver = true }
        }
    }
}
