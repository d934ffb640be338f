import SystemIO
import Testing

@Suite struct SchedulingTurnTests {
    private struct Turns: Equatable, Sendable {
        var length = SchedulingTurn.length
        var niceness = SchedulingTurn.niceness
    }

    @Test func `a thread gets short turns, keeps its niceness, and hands neither on to threads that it starts`()
        async throws
    {
        let (before, after, other) = try await withCheckedThrowingContinuation { done in
            do {
                try DetachedThread.start {
                    let before = Turns()
                    try? SchedulingTurn.shorten()
                    let after = Turns()
                    do {
                        try DetachedThread.start { done.resume(returning: (before, after, Turns())) }
                    } catch { done.resume(throwing: error) }
                }
            } catch { done.resume(throwing: error) }
        }
        // A kernel before 6.12 tells no turns.
        #expect(after.length == (before.length == .zero ? .zero : SchedulingTurn.shortest))
        #expect(after.niceness == before.niceness)
        #expect(other == before)
    }
}
