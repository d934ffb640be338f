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
    private static let alone = Flag(
        "alone", help: "Leave out what an import and a recovery do to each other: for an app of one process.")
    private static let jobs = Option<Int>("jobs", short: "j", help: "Points at a time (default: 2).", minimum: 1)

    static let command: Command = .init(
        name: "sweep", abstract: "kill, cut off, refuse and cross an import at every operation on its library",
        discussion: """
            The library lies on a mount. For each change and each sync of an import the process is killed before and \
            after it and the power is cut (what wasn't made durable is gone); each operation fails with EIO, and each \
            that takes space with ENOSPC, once and for good; the same for each operation of the recovery from each state \
            that a kill can leave. At each operation an import stands still while a recovery runs, and a recovery while an \
            import runs or comes to its end. After every point: recover, list, import again, recover, list, and the eight rules. Points that leave a library on which \
            the same was changed and made durable are followed up once.
            """,
        options: [TrialOptions.importer, alone, jobs, TrialOptions.bound, point, TrialOptions.work, json],
        examples: [
            .init("fpsim sweep", "every point of one PDF's import"),
            .init("fpsim sweep --point 17:kill-before", "one point again"),
        ]
    ) { invocation in
        var setting = try TrialOptions.setting(invocation, documents: nil)
        setting.parent = WorkFolder.choose(invocation[TrialOptions.work])
        Interruption.watch()
        setting.isInterrupted = { Interruption.wasAsked }
        setting = try TrialOptions.measured(setting, invocation)
        var sweep = Sweep(setting: setting, jobs: invocation[jobs] ?? 2, isInterrupted: { Interruption.wasAsked })
        sweep.isAlone = invocation[alone]
        let points = invocation.all(point)
        let isQuiet = invocation[json]
        let line = StatusLine(isShown: !isQuiet)
        let command = invocation[TrialOptions.importer].map { " --importer \(ShellWords.joined([$0]))" } ?? ""
        let report: Sweep.Report
        do throws(TrialFailure) {
            report = try sweep.run(only: points.isEmpty ? nil : points) { progress, finding in
                line.show(progress.line)
                guard let finding, !isQuiet else { return }
                line.clear()
                for violation in finding.violations {
                    Console.printNow("rule \(violation.description.escapingControls)")
                }
                Console.printNow("  repeat it: fpsim sweep\(command) --point \(finding.point)")
            }
        } catch {
            if Interruption.wasAsked { return .interrupted }
            throw CommandFailure(.unavailable, error.description)
        }
        line.clear()
        if report.total == 0, report.findings.isEmpty, !Interruption.wasAsked {
            throw CommandFailure(.noInput, "no import or recovery gets as far as that point")
        }
        if isQuiet { print(try text(report)) } else { print(summary(report)) }
        if Interruption.wasAsked { return .interrupted }
        return report.findings.isEmpty ? .success : .failure
    }

    private static func summary(_ report: Sweep.Report) -> String {
        let counts = report.points.sorted { $0.key < $1.key }.map { "  \($0.key.padded(to: 28)) \($0.value)" }
        return """
            \(report.operations) operations of an import, \(report.changes) of them changes or syncs
            \(report.crashStates) states that a kill leaves, \(report.recoveries) recoveries from them
            \(counts.joined(separator: "\n"))
            \(report.total) points, \(report.findings.count) failed, in \(Int(report.seconds.rounded())) s; \
            \(report.seenBefore) of them left the library as another point had
            """
    }

    private static func text(_ report: Sweep.Report) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
