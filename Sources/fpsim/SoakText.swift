import Reporting

/// What a soak prints at its end.
enum SoakText {
    /// A line for each finding, which begins with its rule's number, then the figures.
    static func summary(_ run: RunRecord) -> String {
        guard let soak = run.soak else { return "" }
        var lines = soak.findings.flatMap { finding -> [String] in
            let met =
                finding.isUnprovoked
                ? "no rule had fired" : "met " + finding.example.faultsMet.joined(separator: ", ")
            var lines = [
                "\(finding.rule) \(finding.cause) (\(finding.count) times, first in trial \(finding.firstTrial); \(met))"
            ]
            lines.append("  for instance \(finding.example.truth); the importer \(finding.example.claimed)")
            if let shrunk = finding.shrunk {
                lines.append(
                    "  smallest: \(shrunk.rules) rules, \(shrunk.documents) documents, \(shrunk.steps) steps; failed "
                        + "\(shrunk.failed) of \(shrunk.repetitions) times")
            }
            if let command = run.command(repeating: finding) { lines.append("  \(command)") }
            return lines.map(\.escapingControls)
        }
        let grown = soak.growth.filter(\.isFinding)
        lines += grown.map { "0 \($0.what) grew from \($0.first) to \($0.last) \($0.unit)" }
        let rate = run.seconds > 0 ? Int(Double(soak.trials) / run.seconds * 10) : 0
        lines.append(
            "\(soak.trials) trials (\(soak.voidTrials) void), \(soak.imports) imports, \(soak.faultsMet) faults met, "
                + "\(soak.kills) kills, \(soak.violations) violations of \(soak.findings.count) causes, "
                + "\(rate / 10).\(rate % 10) trials a second")
        return lines.joined(separator: "\n")
    }
}
