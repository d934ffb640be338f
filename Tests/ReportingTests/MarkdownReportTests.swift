import Reporting
import Testing

@Suite struct MarkdownReportTests {
    private func run() -> RunRecord {
        let build = RunRecord.Build(name: "fpsim", version: "0.1.0", build: "b")
        var run = RunRecord(
            kind: "matrix", startedAt: "2026-01-01T00:00:00Z", system: build, app: build, judge: build)
        var document = DocumentRecord(path: "a|b\n.pdf", type: "PDF", size: 3, outcome: "failed", phase: "stage")
        document.actions = [ActionRecord(action: "import", result: "failed in stage", seconds: 1.25, startedAt: 0)]
        document.rulesFired = ["ends early"]
        document.findings = ["read-outside-coordination", "start-never-stopped"]
        document.mismatch = "expected imported, and it was failed"
        run.trials = [
            TrialRecord(
                config: "ends-early", provider: "OneDrive", seed: 7, documents: [document],
                rules: [RuleRecord(name: "ends early", fault: "end-early", isOptional: false, fired: 1)],
                violations: [Violation(rule: 2, document: "a", claimed: "imported", truth: "it is short")],
                notExercised: ["publish"], verdict: .failed, command: "fpsim matrix --config ends-early.yaml")
        ]
        run.manualChecks = ManualCheck.standard
        return run
    }

    @Test func `the matrix has a row a document, and names from strangers are no markup`() {
        let text = MarkdownReport.text(for: run())
        #expect(
            text.contains(
                #"| ends-early | OneDrive | a\|b\\x0a.pdf | PDF | failed in stage | ends early "#
                    + "| read-outside-coordination, start-never-stopped | expected imported"))
        #expect(text.contains("| Trials | 1: 0 held, 1 failed, 0 void |"))
    }

    @Test func `what did not hold names the rule and the command that repeats it`() {
        let text = MarkdownReport.text(for: run())
        #expect(text.contains("- rule 2 “a”: it is short; the importer: imported (no rule had fired)"))
        #expect(text.contains("Repeat it: `fpsim matrix --config ends-early.yaml`"))
        #expect(text.contains("- phase publish: not exercised"))
    }

    @Test func `a record reads back from its JSON`() throws {
        let run = run()
        #expect(try JSONReport.read(Array(JSONReport.text(for: run).utf8)) == run)
    }

    @Test func `what a person found is merged into the rows`() throws {
        let found = try ManualCheck.read(
            Array(#"[{"name":"picker","result":"works","device":"iPhone"},{"name":"own","result":"no"}]"#.utf8))
        let rows = ManualCheck.merged(ManualCheck.standard, with: found)
        #expect(rows.count == ManualCheck.standard.count + 1)
        #expect(rows.first { $0.name == "picker" }?.result == "works")
        #expect(rows.first { $0.name == "picker" }?.instructions == ManualCheck.standard[0].instructions)
        #expect(try ManualCheck.read(Array(ManualCheck.text(rows).utf8)) == rows)
    }
}
