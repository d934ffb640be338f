import Reporting
import Soak
import Testing

@Suite struct FindingGroupsTests {
    private func violation(_ truth: String, rule: Int = 2, met: [String] = ["1 end-early"]) -> Violation {
        Violation(rule: rule, document: "a.pdf", claimed: "said “imported”", truth: truth, faultsMet: met)
    }

    @Test func `names, numbers and identifiers don't make another cause`() {
        var groups = FindingGroups()
        groups.add(violation("the entry's 100 bytes are no version of “a b.pdf”, which has 4096 bytes"), trial: 9)
        groups.add(violation("the entry's 7 bytes are no version of “c.pdf”, which has 12 bytes"), trial: 4)
        groups.add(violation("entry 4f2a has no file at “files/4f2a”"), trial: 5)
        groups.add(violation("entry 99b0 has no file at “files/99b0”"), trial: 6)
        #expect(groups.findings.count == 2)
        #expect(groups.violationCount == 4)
        let first = groups.sorted.first { $0.cause.contains("version") }
        #expect(first?.count == 2)
        #expect(first?.firstTrial == 4)
        #expect(first?.cause == "the entry's N bytes are no version of …, which has N bytes")
    }

    @Test func `another rule, or none that fired, is another cause`() {
        var groups = FindingGroups()
        let news = [violation("x"), violation("x", rule: 3), violation("x", met: []), violation("x", met: [])].map {
            groups.add($0, trial: 1)
        }
        #expect(news == [true, true, true, false])
    }
}

@Suite struct MergingTests {
    private func part(_ shard: String, seed: UInt64 = 1, trials: Int, finding: Int) -> RunRecord {
        let build = RunRecord.Build(name: "fpsim", version: "1", build: "1")
        var run = RunRecord(
            kind: "soak", startedAt: "2026-11-30T0\(trials):00:00Z", seconds: Double(trials), system: build, app: build,
            judge: build, seed: seed)
        var soak = SoakRecord()
        soak.trials = trials
        soak.shards = [shard]
        soak.matrix = [
            BehaviourCount(behaviour: "delay", documentType: "PDF", outcome: "imported", phase: nil, count: trials)
        ]
        let example = Violation(rule: 2, claimed: "", truth: "")
        soak.findings = [
            FindingRecord(rule: 2, cause: "c", count: 2, firstTrial: finding, example: example, isUnprovoked: false)
        ]
        run.soak = soak
        return run
    }

    @Test func `shards add up, whatever their order, and a cause stays one`() throws {
        let one = part("1/2", trials: 3, finding: 9)
        let two = part("2/2", trials: 4, finding: 2)
        for parts in [[one, two], [two, one]] {
            let whole = try RunRecord.merging(parts)
            let soak = try #require(whole.soak)
            #expect(soak.trials == 7)
            #expect(soak.shards == ["1/2", "2/2"])
            #expect(soak.matrix.map(\.count) == [7])
            #expect(soak.findings.count == 1)
            #expect(soak.findings[0].count == 4)
            #expect(soak.findings[0].firstTrial == 2)
            #expect(whole.seconds == 4)
        }
    }

    @Test func `parts of two soaks, or one part twice, are refused`() {
        let one = part("1/2", trials: 3, finding: 9)
        #expect(throws: RunRecord.MergeFailure.otherSeeds(1, 5)) {
            try RunRecord.merging([one, part("2/2", seed: 5, trials: 1, finding: 1)])
        }
        #expect(throws: RunRecord.MergeFailure.twice("1/2")) { try RunRecord.merging([one, one]) }
        #expect(throws: RunRecord.MergeFailure.nothing) { try RunRecord.merging([]) }
    }
}
