import ImportCore
import Synchronization
import Testing

@Suite struct ImportControlTests {
    private func wait(
        _ control: ImportControl, interrupt: @escaping @Sendable () -> Void = {}, _ body: () -> Void
    ) -> ImportProblem? {
        do throws(ImportProblem) {
            try control.waiting(interrupt: interrupt) { () throws(ImportProblem) in body() }
            return nil
        } catch {
            return error
        }
    }

    @Test func `nothing is kept of a control whose import is over, though what is done at its end holds it`() {
        weak var kept: ImportControl?
        do {
            let control = ImportControl(deadline: .seconds(1), now: { .zero })
            control.whenAbandoned { _ = control.abandonment }
            control.finish()
            kept = control
        }
        #expect(kept == nil)
    }

    @Test func `a deadline counts from the last progress and is no cancel`() {
        let clock = ModelClock()
        let control = ImportControl(deadline: .seconds(2), now: { clock.now })
        let problem = wait(control) {
            clock.advance(by: .seconds(1))
            #expect(control.tick() == .seconds(1))
            try? control.advance(to: 1, of: nil)
            clock.advance(by: .milliseconds(1500))
            #expect(control.tick() == .milliseconds(500))
            // The same byte again is no progress.
            try? control.advance(to: 1, of: nil)
            clock.advance(by: .milliseconds(500))
            _ = control.tick()
            control.cancel()
        }
        #expect(problem?.kind == .deadline)
        #expect(problem?.cause == "the provider made no progress for 2 s")
        #expect(problem?.remedy == .retry)
    }

    @Test func `time that our own work takes between waits counts against nobody`() {
        let clock = ModelClock()
        let control = ImportControl(deadline: .seconds(2), now: { clock.now })
        clock.advance(by: .seconds(100))
        #expect(control.tick() == .seconds(2))
        #expect(
            wait(control) {
                clock.advance(by: .seconds(1))
                _ = control.tick()
            } == nil)
    }

    @Test func `a cancel interrupts the wait, at once and again until it ends`() {
        let clock = ModelClock()
        let control = ImportControl(now: { clock.now })
        let interrupts = Mutex(0)
        let problem = wait(control, interrupt: { interrupts.withLock { $0 += 1 } }) {
            control.cancel()
            _ = control.tick()
            _ = control.tick()
        }
        #expect(problem?.kind == .cancelled)
        #expect(interrupts.withLock { $0 } == 3)
    }

    @Test func `a wait that no interruption ends is abandoned once`() {
        let clock = ModelClock()
        let abandoned = Mutex(0)
        let control = ImportControl(patience: .milliseconds(100), now: { clock.now })
        control.whenAbandoned { abandoned.withLock { $0 += 1 } }
        _ = wait(control) {
            control.cancel()
            clock.advance(by: .milliseconds(100))
            #expect(control.tick() == nil)
            #expect(control.tick() == nil)
        }
        #expect(control.isAbandoned)
        #expect(abandoned.withLock { $0 } == 1)
    }

    @Test func `an import that trickles for ever ends by its limit`() {
        let clock = ModelClock()
        let control = ImportControl(deadline: .seconds(2), limit: .seconds(5), now: { clock.now })
        let problem = wait(control) {
            for byte in 1...5 {
                clock.advance(by: .seconds(1))
                try? control.advance(to: Int64(byte), of: nil)
                _ = control.tick()
            }
        }
        #expect(problem?.cause == "the provider had not delivered the document after 5 s")
    }

    @Test func `giving the item back late fails nothing, and is interrupted`() throws {
        let clock = ModelClock()
        let interrupts = Mutex(0)
        let control = ImportControl(deadline: .seconds(2), now: { clock.now })
        try control.leaving(interrupt: { interrupts.withLock { $0 += 1 } }) {
            clock.advance(by: .seconds(1))
            #expect(control.tick() == .seconds(1))
            clock.advance(by: .seconds(1))
            _ = control.tick()
        }
        #expect(interrupts.withLock { $0 } == 1)
        #expect(control.interruption == nil)
        #expect(!control.isAbandoned)
    }

    @Test func `giving the item back without end is abandoned after the deadline, and soon after a cancel`() {
        for isCancelled in [false, true] {
            let clock = ModelClock()
            let control = ImportControl(deadline: .seconds(2), patience: .milliseconds(100), now: { clock.now })
            let abandoned = Mutex(0)
            control.whenAbandoned { abandoned.withLock { $0 += 1 } }
            #expect(throws: ImportProblem.self) {
                try control.leaving(interrupt: {}) {
                    if isCancelled { control.cancel() } else { clock.advance(by: .seconds(2)) }
                    #expect(control.tick() == .milliseconds(20))
                    clock.advance(by: .milliseconds(100))
                    #expect(control.tick() == nil)
                }
            }
            #expect(abandoned.withLock { $0 } == 1)
            #expect(control.abandonment.kind == (isCancelled ? .cancelled : .unavailable))
        }
    }
}
