/// Each cause of a broken rule, once.
struct HTMLFindings {
    private let run: RunRecord
    private var findings: [FindingRecord] { run.soak?.findings ?? [] }

    init(_ run: RunRecord) {
        self.run = run
    }

    var markup: String {
        guard !findings.isEmpty else { return "" }
        let articles = findings.enumerated().map { article($0.element, number: $0.offset + 1) }
        return "<section aria-labelledby=\"findings\"><h2 id=\"findings\">Findings</h2>\n\(articles.joined())</section>"
    }

    private func article(_ finding: FindingRecord, number: Int) -> String {
        let example = finding.example
        let faults = finding.isUnprovoked ? "none: no rule had fired" : example.faultsMet.joined(separator: ", ")
        var rows: [(String, String)] = [
            ("Document", example.document ?? "–"), ("Phase", example.phase ?? "–"),
            ("The importer claimed", example.claimed), ("What was true", example.truth), ("Faults it met", faults),
            ("Met", "\(finding.count) times, first in trial \(finding.firstTrial)"),
        ]
        if let shrunk = finding.shrunk { rows.append(("Smallest", text(shrunk))) }
        if let command = run.command(repeating: finding) { rows.append(("Repeat it", command)) }
        let list = rows.map { "<div><dt>\($0.0.markup)</dt><dd>\($0.1.markup)</dd></div>\n" }.joined()
        let name = finding.rule == 0 ? "The run itself" : "Rule \(finding.rule)"
        return """
            <article class="finding" aria-labelledby="finding-\(number)">
            <h3 id="finding-\(number)"><span class="badge">\(name)</span> \(finding.cause.markup)</h3>
            <dl>
            \(list)</dl>
            </article>

            """
    }

    private func text(_ shrunk: ShrunkRecord) -> String {
        "\(count(shrunk.rules, "rule")), \(count(shrunk.documents, "document")), \(count(shrunk.steps, "step")); "
            + "failed \(shrunk.failed) of \(shrunk.repetitions) times"
            + (shrunk.wasCutShort ? "; the time was up before nothing smaller was left" : "")
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
