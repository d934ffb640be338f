import CLinux
import Glibc

/// Any number of deadlines on one timerfd: a binary heap, in which a cancelled timer stays until its turn comes.
package struct TimerQueue: ~Copyable {
    /// Names a timer, once.
    package struct Token: Hashable, Sendable {
        fileprivate let sequence: UInt64
    }

    private struct Entry {
        let deadline: MonotonicTime
        let sequence: UInt64

        /// Timers of the same moment fire in the order in which they were added.
        func precedes(_ other: Entry) -> Bool {
            (deadline.nanoseconds, sequence) < (other.deadline.nanoseconds, other.sequence)
        }
    }

    private let timer: OwnedFileDescriptor
    private var heap: [Entry] = []
    private var actions: [UInt64: () -> Void] = [:]
    private var lastSequence: UInt64 = 0
    private var armed = MonotonicTime.distantFuture

    package init() throws(Errno) {
        timer = OwnedFileDescriptor(
            owning: try SystemCall.retrying {
                timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
            })
    }

    /// Readable when a deadline has passed.
    package var descriptor: FileDescriptor { timer.borrowed }

    package mutating func add(deadline: MonotonicTime, _ action: @escaping () -> Void) -> Token {
        lastSequence += 1
        actions[lastSequence] = action
        // A deadline that never comes needs no place in the queue, only a name by which it can be cancelled.
        if deadline != .distantFuture { push(Entry(deadline: deadline, sequence: lastSequence)) }
        return Token(sequence: lastSequence)
    }

    package mutating func cancel(_ token: Token) {
        actions[token.sequence] = nil
        if heap.count > 64, heap.count > 4 * actions.count { compact() }
    }

    /// Sets the timerfd to the earliest deadline, if that has changed.
    package mutating func arm() {
        while let first = heap.first, actions[first.sequence] == nil { pop() }
        let earliest = heap.first?.deadline ?? .distantFuture
        guard earliest != armed else { return }
        armed = earliest
        var value = itimerspec()
        if earliest != .distantFuture {
            value.it_value.tv_sec = Int(earliest.nanoseconds / 1_000_000_000)
            // All zero would disarm it.
            value.it_value.tv_nsec = max(Int(earliest.nanoseconds % 1_000_000_000), 1)
        }
        _ = timerfd_settime(timer.borrowed.rawValue, CInt(TFD_TIMER_ABSTIME), &value, nil)
    }

    /// Takes note that the timerfd has fired.
    package mutating func acknowledge() {
        var expirations: UInt64 = 0
        _ = Glibc.read(timer.borrowed.rawValue, &expirations, 8)
        armed = .distantFuture
    }

    /// The next action whose deadline has passed, removed from the queue.
    package mutating func next(due now: MonotonicTime) -> (() -> Void)? {
        while let first = heap.first, first.deadline <= now {
            pop()
            if let action = actions.removeValue(forKey: first.sequence) { return action }
        }
        return nil
    }

    private mutating func compact() {
        let live = heap.filter { actions[$0.sequence] != nil }
        heap = live.sorted { $0.precedes($1) }
    }

    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func pop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].precedes(heap[least]) { least = child }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
