import Testing

@testable import SystemIO

@Suite struct AnticipationTests {
    @Test func `looking again is given up where nothing comes, and taken up again where something does`() {
        var anticipation = Anticipation()
        #expect(anticipation.patience == 0)
        for _ in 0..<100 {
            anticipation.expectMore()
            anticipation.looked(found: false)
        }
        anticipation.expectMore()
        #expect(anticipation.patience == 0)
        // Two sleeps that ended at once.
        for _ in 0..<2 {
            anticipation.sleeps(at: 1_000)
            anticipation.woke(at: 21_000)
        }
        anticipation.expectMore()
        #expect(anticipation.patience > 0 || !anticipation.isUseful)
        // A sleep that was worth it changes nothing, and forgets what was expected.
        anticipation.sleeps(at: 1_000)
        anticipation.woke(at: 9_000_000)
        #expect(anticipation.patience == 0)
    }
}
