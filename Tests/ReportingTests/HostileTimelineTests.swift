import Conformance
import Foundation
import FoundationXML
import Reporting
import Testing
import Trace

/// Records and traces may come from anybody: the picture of one with any numbers in it is a picture.
@Suite struct HostileTimelineTests {
    private static let numbers: [Int64] = [.min, .min + 1, -1_000_000_001, -1, 0, 1, 9_223_372_036, .max - 1, .max]
    private static let seconds = [0, -0.5, 0.4, 59.99, 7200, 1e300, -1e300, .infinity, .nan]
    private static let texts = ["", "a", SampleRuns.hostileName, "]]>", "\u{0}\u{FFFE}", "ü\u{301}😀"]

    private func event(_ generator: inout SeededGenerator) -> TraceEvent {
        let kinds: [TraceEvent.Kind] = [.operation, .operation, .fault, .claim, .scope, .download, .kill]
        var event = TraceEvent(kinds.randomElement(using: &generator) ?? .fault)
        event.time = Self.numbers.randomElement(using: &generator) ?? 0
        event.duration = Bool.random(using: &generator) ? nil : Self.numbers.randomElement(using: &generator)
        event.operation = ["open", "read", nil].randomElement(using: &generator) ?? nil
        event.action =
            ["request", Self.texts.randomElement(using: &generator), nil].randomElement(using: &generator) ?? nil
        event.path = Self.texts.randomElement(using: &generator)
        event.rule = Bool.random(using: &generator) ? nil : Self.texts.randomElement(using: &generator)
        return event
    }

    @Test func `whatever the numbers and names, the drawing is well-formed and the reports are written`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let trace = (0..<Int.random(in: 0...8, using: &generator)).map { _ in event(&generator) }
            var run = SampleRuns.matrix()
            let seconds = Self.seconds.randomElement(using: &generator) ?? 0
            let start = Self.numbers.randomElement(using: &generator) ?? 0
            run.seconds = seconds
            run.trials[1].seconds = seconds
            run.trials[1].documents[0].actions = [
                ActionRecord(action: "import", result: "exit code 0", seconds: seconds, startedAt: start)
            ]
            let page = HTMLReport(run, traces: [1: trace]).text
            let drawing = try #require(page.firstRange(of: #/<svg(?s:.)*</svg>/#).map { page[$0] })
            #expect(isWellFormed(String(drawing)), "seed \(seed)")
            #expect(isWellFormed(JUnitReport(run).text), "seed \(seed)")
            #expect(!MarkdownReport.text(for: run).isEmpty, "seed \(seed)")
        }
    }

    private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }
}
