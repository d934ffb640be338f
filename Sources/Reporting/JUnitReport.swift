import Trace

/// A run as the JUnit XML that common CI systems read: a suite a provider, a case a document or, of a soak, a finding.
package struct JUnitReport: Sendable {
    private let run: RunRecord

    package init(_ run: RunRecord) {
        self.run = run
    }

    private struct Case {
        var suite: String
        var name: String
        var seconds: Double
        var failure: (type: String, message: String, detail: String)?
        var skipped: String?
    }

    package var text: String {
        let cases = run.soak.map(soakCases) ?? run.trials.flatMap(trialCases)
        var suites: [String] = []
        for item in cases where !suites.contains(item.suite) { suites.append(item.suite) }
        let body = suites.map { name in suite(name, cases.filter { $0.suite == name }) }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="fpsim \(run.kind.markup)" \(counts(cases))>
            \(body)</testsuites>

            """
    }

    private func suite(_ name: String, _ cases: [Case]) -> String {
        """
          <testsuite name="\(name.markup)" \(counts(cases)) timestamp="\(timestamp.markup)">
        \(cases.map(element).joined())  </testsuite>

        """
    }

    /// The format has no time zone: UTC.
    private var timestamp: String { run.startedAt.hasSuffix("Z") ? String(run.startedAt.dropLast()) : run.startedAt }

    private func counts(_ cases: [Case]) -> String {
        let failures = cases.count { $0.failure != nil }
        let skipped = cases.count { $0.skipped != nil }
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" "
            + "time=\"\(seconds(cases.reduce(0) { $0 + $1.seconds }))\""
    }

    private func element(_ item: Case) -> String {
        let head =
            "    <testcase classname=\"\(item.suite.markup)\" name=\"\(item.name.markup)\" "
            + "time=\"\(seconds(item.seconds))\""
        if let failure = item.failure {
            let detail = failure.detail.split(separator: "\n").map { String($0).markup }.joined(separator: "\n")
            return """
                \(head)>
                      <failure type="\(failure.type.markup)" message="\(failure.message.markup)">\(detail)</failure>
                    </testcase>

                """
        }
        if let skipped = item.skipped {
            return head + ">\n      <skipped message=\"\(skipped.markup)\"/>\n    </testcase>\n"
        }
        return head + "/>\n"
    }

    private func trialCases(_ trial: TrialRecord) -> [Case] {
        let share = trial.seconds / Double(max(trial.documents.count, 1))
        var cases = trial.documents.map { document in
            let broken = trial.violations.filter { $0.document?.isPath(document.path) == true }
            var item = Case(suite: trial.config, name: document.path, seconds: share)
            if let message = document.mismatch ?? broken.first?.description {
                item.failure = (
                    broken.first.map { "rule \($0.rule)" } ?? "expectation", message,
                    (broken.map(\.description) + [trial.command]).joined(separator: "\n")
                )
            } else if trial.verdict == .void {
                item.skipped = trial.note ?? "the importer never met the fault"
            }
            return item
        }
        let paths = Set(trial.documents.map { ExactPath($0.path) })
        let others = trial.violations.filter { !paths.contains(ExactPath($0.document ?? "")) }
        if let first = others.first {
            let detail = (others.map(\.description) + [trial.command]).joined(separator: "\n")
            cases.append(
                Case(
                    suite: trial.config, name: "the whole trial", seconds: 0,
                    failure: ("rule \(first.rule)", first.description, detail)))
        } else if trial.verdict == .failed, !cases.contains(where: { $0.failure != nil }) {
            let note = trial.note ?? "the trial failed"
            cases.append(
                Case(suite: trial.config, name: "the whole trial", seconds: 0, failure: ("trial", note, trial.command)))
        }
        return cases
    }

    private func soakCases(_ soak: SoakRecord) -> [Case] {
        (1...8).flatMap { rule -> [Case] in
            let findings = soak.findings.filter { $0.rule == rule }
            guard !findings.isEmpty else { return [Case(suite: "soak", name: "rule \(rule)", seconds: 0)] }
            return findings.map { finding in
                let detail =
                    "\(finding.example)\nmet \(finding.count) times, first in trial \(finding.firstTrial)"
                    + (run.command(repeating: finding).map { "\n\($0)" } ?? "")
                return Case(
                    suite: "soak", name: "rule \(rule): \(finding.cause)", seconds: 0,
                    failure: ("rule \(rule)", finding.cause, detail))
            }
        }
            + soak.findings.filter { !(1...8).contains($0.rule) }.map { finding in
                Case(
                    suite: "soak", name: finding.cause, seconds: 0,
                    failure: ("run", finding.cause, finding.example.truth))
            }
    }

    /// With three digits after the point, as no locale would change it.
    private func seconds(_ value: Double) -> String {
        let thousandths = Int64(saturating: max(value * 1000, 0).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
