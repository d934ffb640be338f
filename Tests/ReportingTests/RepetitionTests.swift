import Reporting
import Testing

@Suite struct RepetitionTests {
    @Test func `Outcomes that differ are told apart and counted, the most frequent first`() {
        var moved = SampleRuns.held
        moved.documents[0].outcome = "failed"
        moved.documents[0].phase = "coordinate"
        let groups = Repetition.groups(of: [SampleRuns.failed, moved, SampleRuns.held, SampleRuns.held])
        #expect(groups.map(\.config) == ["ends-early", "needs-scope"])
        #expect(groups.map(\.trials) == [1, 3])
        #expect(groups[0].outcomes.count == 1)
        #expect(
            groups[1].outcomes == [
                .init(text: "held; Reports/q3.pdf: imported", count: 2),
                .init(text: "held; Reports/q3.pdf: failed in coordinate", count: 1),
            ])
    }
}
