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
        let command = run.command(repeating: finding).map { [(name: "Repeat it", value: $0)] } ?? []
        let list = (finding.facts + command).map {
            "<div><dt>\($0.name.markup)</dt><dd>\($0.value.markup)</dd></div>\n"
        }.joined()
        return """
            <article class="finding" aria-labelledby="finding-\(number)">
            <h3 id="finding-\(number)"><span class="badge">\(finding.ruleName)</span> \(finding.cause.markup)</h3>
            <dl>
            \(list)</dl>
            </article>

            """
    }
}
