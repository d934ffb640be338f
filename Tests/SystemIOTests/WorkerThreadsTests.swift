import CLinux
import Glibc
import SystemIO
import Testing

@Suite struct WorkerThreadsTests {
    @Test func `a thread that is free is used again`() throws {
        let threads = WorkerThreads(patience: .seconds(60))
        let seen = ConditionVariable<[pid_t]>([])
        for count in 1...20 {
            try threads.start { seen.change { $0.append(gettid()) } }
            seen.wait { $0.count == count ? () : nil }
        }
        // Who has just noted itself may not be free yet when the next work comes, and then there is a second one.
        #expect(Set(seen.changeQuietly { $0 }).count < 10)
    }

    @Test func `work that blocks holds up no other`() throws {
        let threads = WorkerThreads()
        let gate = ConditionVariable(false)
        let running = ConditionVariable(0)
        for _ in 0..<50 {
            try threads.start {
                running.change { $0 += 1 }
                gate.wait { $0 ? () : nil }
                running.change { $0 -= 1 }
            }
        }
        // All 50 at once, or this never ends.
        running.wait { $0 == 50 ? () : nil }
        gate.change { $0 = true }
        running.wait { $0 == 0 ? () : nil }
    }

    @Test func `what was run is given up while its thread waits for more`() throws {
        let threads = WorkerThreads(patience: .seconds(60))
        let hasGone = ConditionVariable(false)
        do {
            let witness = Witness { hasGone.change { $0 = true } }
            try threads.start { withExtendedLifetime(witness) {} }
        }
        hasGone.wait { $0 ? () : nil }
    }

    private final class Witness: Sendable {
        let whenGone: @Sendable () -> Void
        init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }
        deinit { whenGone() }
    }
}
