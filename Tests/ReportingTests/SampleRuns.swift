import Reporting
import Trace

/// Runs as the reports' tests want them: everything that a report can say is in them.
enum SampleRuns {
    static let hostileName = "a\u{202E}<script>alert('1')</script>&\"\n.pdf"

    static func matrix(trials: Int = 3) -> RunRecord {
        var run = RunRecord(
            kind: "matrix", startedAt: "2026-11-30T04:00:00Z", seconds: 12.5,
            system: .init(name: "Debian", version: "12", build: "6.18"),
            app: .init(name: "fpsim importer", version: "1.0", build: "abc"),
            judge: .init(name: "fpsim", version: "1.0", build: "abc"), seed: 7,
            trials: [held, failed, void] + (0..<max(trials - 3, 0)).map(another))
        run.manualChecks = [
            ManualCheck(name: "The picker's own interface", instructions: "Pick a document in each provider's app.")
        ]
        return run
    }

    static func soak() -> RunRecord {
        var run = matrix()
        run.kind = "soak"
        run.trials = [failed]
        var soak = SoakRecord()
        soak.trials = 20_000
        soak.imports = 61_234
        soak.faultsMet = 88_001
        soak.voidTrials = 120
        soak.violations = 41
        var finding = FindingRecord(
            rule: 2, cause: "an entry whose bytes are no version of the document, after end-early", count: 41,
            firstTrial: 17, example: failed.violations[0], isUnprovoked: false)
        finding.folder = "findings/rule-2-end-early"
        finding.shrunk = ShrunkRecord(
            rules: 1, documents: 1, steps: 2, failed: 5, repetitions: 5, tries: 31, wasCutShort: false)
        soak.findings = [finding]
        soak.matrix = [
            BehaviourCount(behaviour: "end-early", documentType: "PDF", outcome: "failed", phase: "stage", count: 812),
            BehaviourCount(behaviour: "end-early", documentType: "PDF", outcome: "imported", phase: nil, count: 41),
            BehaviourCount(behaviour: "delay", documentType: "text", outcome: "imported", phase: nil, count: 300),
        ]
        soak.growth = [
            GrowthRecord(what: "memory", unit: "KiB", first: 9000, last: 9100, peak: 9400, isFinding: false)
        ]
        run.soak = soak
        return run
    }

    static let held = TrialRecord(
        config: "needs-scope", provider: "iCloud Drive", seed: 7,
        documents: [DocumentRecord(path: "Reports/q3.pdf", type: "PDF", size: 4096, outcome: "imported")])

    static let failed = TrialRecord(
        config: "ends-early", provider: "OneDrive", about: "The content ends before its length.", seed: 9,
        documents: [
            DocumentRecord(
                path: "Reports/q3.pdf", type: "PDF", size: 4096, outcome: "imported", expected: "failed: stage",
                mismatch: "imported, and a right importer fails in stage",
                actions: [
                    ActionRecord(action: "import", result: "exit code 0", seconds: 0.09, startedAt: 10_000_000)
                ]),
            DocumentRecord(
                path: hostileName, type: "PDF", size: 4096, outcome: "failed", phase: "stage",
                cause: "only 100 of 4096 bytes came"),
        ],
        rules: [RuleRecord(name: "ends at 40 percent", fault: "end-early", isOptional: false, fired: 2)],
        violations: [
            Violation(
                rule: 2, document: "Reports/q3.pdf", phase: "stage", claimed: "said “imported”",
                truth: "1638 of 4096 bytes", faultsMet: ["ends at 40 percent"])
        ],
        verdict: .failed, seconds: 0.4, command: "fpsim matrix --configs ends-early.yaml --seed 9")

    static let void = TrialRecord(
        config: "moves-away", provider: "Dropbox", seed: 3,
        documents: [DocumentRecord(path: "Reports/q3.pdf", type: "PDF", size: 4096, outcome: "imported")],
        verdict: .void, note: "the rule “moves away” never fired")

    static func another(_ number: Int) -> TrialRecord {
        var trial = held
        trial.config = "behaviour-\(number)"
        trial.documents[0].outcome = number % 2 == 0 ? "imported" : "failed"
        trial.documents[0].phase = number % 2 == 0 ? nil : ["authorize", "coordinate", "stage", "validate"][number % 4]
        return trial
    }

    static var trace: [TraceEvent] {
        func event(
            _ kind: TraceEvent.Kind, _ milliseconds: Int64, operation: String? = nil, action: String? = nil,
            rule: String? = nil, fault: String? = nil, duration: Int64 = 0
        ) -> TraceEvent {
            var event = TraceEvent(kind)
            event.time = milliseconds * 1_000_000
            event.operation = operation
            event.action = action
            event.path = "Reports/q3.pdf"
            event.rule = rule
            event.fault = fault
            event.duration = duration * 1_000_000
            return event
        }
        return [
            event(.scope, 12, action: "start"), event(.claim, 20, action: "request"),
            event(.download, 22, action: "begin"), event(.download, 45, action: "end"),
            event(.claim, 46, action: "grant"), event(.operation, 50, operation: "open", duration: 2),
            event(.fault, 60, rule: "ends at 40 percent", fault: "end-early"),
            event(.operation, 62, operation: "read", rule: "ends at 40 percent", duration: 8),
            event(.operation, 70, operation: "read", duration: 1), event(.claim, 72, action: "release"),
            event(.scope, 74, action: "stop"),
        ]
    }
}
