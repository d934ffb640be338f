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

    @Test func `a soak is told by its figures, findings, counts and what it used itself`() {
        let text = MarkdownReport.text(for: SampleRuns.soak())
        #expect(text.hasPrefix("# Soak\n"))
        for line in [
            "| Trials | 20000 |", "| Imports | 61234 |", "| Violations | 41 |", "| Trials a second | 1600.0 |",
            "### Rule 2: an entry whose bytes are no version of the document, after end-early",
            "- Met: 41 times, first in trial 17", "- Smallest: 1 rule, 1 document, 2 steps; failed 5 of 5 times",
            "Repeat it: `fpsim repro findings/rule-2-end-early`",
            "| Behaviour | PDF | text |", "| end-early | 812 failed: stage, 41 imported |  |",
            "| memory | 9000 | 9100 | 9400 | KiB | level |", "### ends-early (OneDrive, seed 9)",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in\n\(text)")
        }
    }

    @Test func `a clean soak says so, and has no empty sections`() {
        var run = SampleRuns.soak()
        run.trials = []
        run.soak?.findings = []
        run.soak?.growth = []
        let text = MarkdownReport.text(for: run)
        #expect(text.contains("## Findings\n\nNone: no rule was broken.\n"))
        #expect(!text.contains("## Trials"))
        #expect(!text.contains("## What the run itself used"))
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
