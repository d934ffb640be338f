import SystemIO

/// How many imports of a library are on their way: under way in this process, and not waiting in a group commit. Who
/// leads a group waits for them, and for nobody where there are none. Those that stood still for as long as a leader
/// waited, such as one whose provider hangs, are waited for no more.
final class ImportTraffic: Sendable {
    private struct State {
        var moving = 0
        /// How many of them stood still.
        var stuck = 0
        /// How often anybody came or went.
        var changes = 0

        var isStill: Bool { moving <= stuck }

        mutating func add(_ count: Int) {
            moving += count
            changes &+= 1
            // Whoever moves may be one of those that stood still.
            stuck = max(0, min(stuck, moving))
        }
    }

    private let state = ConditionVariable(State())

    /// An import begins.
    func enter() {
        state.changeQuietly { $0.add(1) }
    }

    /// An import is over.
    func leave() {
        halt()
    }

    /// An import waits in a group.
    func halt() {
        // Few changes are the last one: only those wake the leaders.
        let isLast = state.changeQuietly { state in
            state.add(-1)
            return state.isStill
        }
        if isLast { state.change { _ in } }
    }

    /// Imports go on.
    func resume(_ count: Int) {
        state.changeQuietly { $0.add(count) }
    }

    /// Waits while anybody is on the way, but no longer than this.
    func pause(atMost limit: Duration) {
        let end = MonotonicTime.now + limit
        let changes = state.changeQuietly(\.changes)
        var isOver = false
        while !isOver {
            let left = end - .now
            state.pause(atMost: max(left, .zero)) { state in
                isOver = state.isStill || left <= .zero
                if isOver, state.changes == changes { state.stuck = max(state.moving, 0) }
                return isOver
            }
        }
    }
}
