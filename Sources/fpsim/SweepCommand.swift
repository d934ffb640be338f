import Arguments
import FoundationEssentials
import SystemIO
import Trials

enum SweepCommand {
    private static let point = Option<SweepPoint>(
        "point", placeholder: "POINT", help: "Only this point, such as 17:kill-before; repeats a finding.",
        repeats: true,
        parse: { text throws(InvalidValue) in
            guard let point = SweepPoint(text) else {
                let faults = SweepPoint.Fault.allCases.map(\.rawValue).joined(separator: ", ")
                throw InvalidValue("expected N:FAULT or N:M:FAULT, the fault one of \(faults)")
            }
            return point
        })
    private static let json = Flag("json", help: "Print the counts and findings as JSON.")
    private static let jobs = Option<Int>("jobs", short: "j", help: "Points at a time (default: 2).", minimum: 1)

    static let command: Command = .init(
        name: "sweep", abstract: "kill, cut off and refuse an import at every operation on its library",
        discussion: """
            The library lies on a mount. For each operation n of an import the process is killed before and after it, \
            the power is cut (what wasn't made durable is gone), and the operation fails with ENOSPC or EIO, once and \
            for good; the same for each operation of the recovery from each state that a kill can leave. After every \
            point: recover, list, import again, and the eight rules.
            """,
        options: [TrialOptions.importer, jobs, TrialOptions.bound, point, json],
        examples: [
            .init("fpsim sweep", "every point of one PDF's import"),
            .init("fpsim sweep --point 17:kill-before", "one point again"),
        ]
    ) { invocation in
        let setting = try TrialOptions.measured(
            TrialOptions.setting(invocation, documents: nil), invocation)
        let sweep = Sweep(setting: setting, jobs: invocation[jobs] ?? 2)
        let points = invocation.all(point)
        let isQuiet = invocation[json]
        let showsCount = Terminal.isTerminal(.standardError) && !isQuiet
        let command = invocation[TrialOptions.importer].map { " --importer \(ShellWords.joined([$0]))" } ?? ""
        let report: Sweep.Report
        do throws(TrialFailure) {
            report = try sweep.run(only: points.isEmpty ? nil : points) { done, finding in
                if showsCount, done % 10 == 0 { Terminal.writeError("\r\(done) points") }
                guard let finding, !isQuiet else { return }
                for violation in finding.violations {
                    Console.printNow("rule \(violation.description.escapingControls)")
                }
                Console.printNow("  repeat it: fpsim sweep\(command) --point \(finding.point)")
            }
        } catch {
            throw CommandFailure(.unavailable, error.description)
        }
        if showsCount { Terminal.writeError("\r") }
        if isQuiet { print(try text(report)) } else { print(summary(report)) }
        return report.findings.isEmpty ? .success : .failure
    }

    private static func summary(_ report: Sweep.Report) -> String {
        let counts = report.points.sorted { $0.key < $1.key }.map { "  \($0.key.padded(to: 28)) \($0.value)" }
        return """
            \(report.operations) operations of an import, \(report.crashStates) states that a kill leaves
            \(counts.joined(separator: "\n"))
            \(report.total) points, \(report.findings.count) failed
            """
    }

    private static func text(_ report: Sweep.Report) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
