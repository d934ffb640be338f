import FoundationEssentials
import Reporting
import Soak
import Trace
import Trials

/// Writes a soak's reports, and a folder for each finding.
struct SoakReportWriter {
    let run: RunRecord
    let result: SoakRun.Result
    let setting: TrialRunner.Setting
    let isOwn: Bool

    /// - Returns: The record, which knows by then where each finding's folder is.
    func write(to folder: String?) throws -> RunRecord {
        guard let folder else { return run }
        var run = run
        for reproduction in result.reproductions {
            let name = "findings/\(Self.name(of: reproduction.cause))"
            let repro = ReproFolder(reproduction, setting: setting, isOwnImporter: isOwn)
            do throws(ReproFolder.Failure) {
                try repro.write(to: "\(folder)/\(name)", trace: reproduction.trace)
            } catch {
                throw CommandFailure(.cannotCreate, error.description)
            }
            let findings = run.soak?.findings ?? []
            for index in findings.indices where Self.name(of: findings[index]) == Self.name(of: reproduction.cause) {
                run.soak?.findings[index].folder = "\(folder)/\(name)"
            }
        }
        do {
            try Self.write(run, to: folder, traces: result.traces)
        } catch {
            throw CommandFailure(.cannotCreate, "the report can't be written to “\(folder)”: \(error)")
        }
        return run
    }

    static func write(_ run: RunRecord, to folder: String, traces: [Int: [TraceEvent]] = [:]) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let html = HTMLReport(run, traces: traces).text
        try html.write(toFile: "\(folder)/report.html", atomically: true, encoding: .utf8)
        try JUnitReport(run).text.write(toFile: "\(folder)/junit.xml", atomically: true, encoding: .utf8)
        try MarkdownReport.text(for: run).write(toFile: "\(folder)/report.md", atomically: true, encoding: .utf8)
        try JSONReport.text(for: run).write(toFile: "\(folder)/report.json", atomically: true, encoding: .utf8)
    }

    /// `2-the-entrys-file-is-no-PDF`: the rule and the first words of the cause.
    private static func name(of cause: Cause) -> String { name(rule: cause.rule, text: cause.text) }
    private static func name(of finding: FindingRecord) -> String { name(rule: finding.rule, text: finding.cause) }

    private static func name(rule: Int, text: String) -> String {
        let words = text.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber) }).prefix(9)
        return "\(rule)-" + words.joined(separator: "-")
    }
}
