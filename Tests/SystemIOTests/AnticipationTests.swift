import Testing

@testable import SystemIO

@Suite struct AnticipationTests {
    @Test func `looking again is given up where nothing comes, and taken up again where something does`() {
        var anticipation = Anticipation()
        #expect(anticipation.patience(at: 0) == 0)
        for _ in 0..<100 {
            anticipation.expectMore()
            anticipation.looked(found: false)
        }
        anticipation.expectMore()
        #expect(anticipation.patience(at: 0) == 0)
        // Two sleeps that ended at once.
        for _ in 0..<2 {
            anticipation.sleeps(at: 1_000)
            anticipation.woke(at: 21_000)
        }
        anticipation.expectMore()
        #expect(anticipation.patience(at: 0) > 0 || !anticipation.isUseful)
        // A sleep that was worth it changes nothing, and forgets what was expected.
        anticipation.sleeps(at: 1_000)
        anticipation.woke(at: 9_000_000)
        #expect(anticipation.patience(at: 0) == 0)
    }

    @Test func `beside programs that want the processor it sleeps, longer each time that they are still there`() {
        var anticipation = Anticipation()
        anticipation.isUseful = true
        anticipation.expectMore()
        let wasKeptAway = anticipation.looked(at: 0, again: 20_000)
        #expect(!wasKeptAway)
        #expect(anticipation.patience(at: 20_000) > 0)
        // An interrupt, or a hypervisor that had the processor for 0.4 ms, is nobody who computes.
        let wasInterrupted = anticipation.looked(at: 20_000, again: 420_000)
        #expect(!wasInterrupted)
        #expect(anticipation.patience(at: 420_000) > 0)
        // Another's turn of 3 ms, and again as soon as it looks again.
        var now: UInt64 = 1_000_000_000
        var rests: [UInt64] = []
        for _ in 0..<10 {
            let isKeptAway = anticipation.looked(at: now, again: now + 3_000_000)
            #expect(isKeptAway)
            let begin = now + 3_000_000
            now = begin
            while anticipation.patience(at: now) == 0 { now += 1_000_000 }
            rests.append((now - begin) / 1_000_000)
        }
        #expect(rests == [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000])
        // After a long time without them.
        now += 10_000_000_000
        _ = anticipation.looked(at: now, again: now + 3_000_000)
        #expect(anticipation.patience(at: now + 14_000_000) > 0)
    }
}
