// What a report of a soak has in place of single trials.
extension MarkdownReport {
    static func figures(_ run: RunRecord) -> String {
        """
        ## Figures

        | What | How much |
        |---|---|
        \(RunFigures(run).figures.map { row([$0.name, $0.value]) }.joined(separator: "\n"))
        """
    }

    static func findings(_ soak: SoakRecord, _ run: RunRecord) -> String {
        guard !soak.findings.isEmpty else { return "## Findings\n\nNone: no rule was broken." }
        let findings = soak.findings.map { finding in
            let facts = finding.facts.map { "- \($0.name): \(cell($0.value))" }
            let command = run.command(repeating: finding).map { "\n\nRepeat it: `\($0)`" } ?? ""
            return "### \(finding.ruleName): \(cell(finding.cause))\n\n" + facts.joined(separator: "\n") + command
        }
        return "## Findings\n\n" + findings.joined(separator: "\n\n")
    }

    /// Documents by behaviours, counted.
    static func matrix(_ counts: [BehaviourCount]) -> String {
        let matrix = OutcomeMatrix(counts)
        let rows = matrix.rows.map { behaviour in
            row([behaviour.behaviour] + behaviour.cells.map { $0.map(\.text).joined(separator: ", ") })
        }
        return """
            ## Matrix

            \(row(["Behaviour"] + matrix.columns))
            |\(String(repeating: "---|", count: matrix.columns.count + 1))
            \(rows.joined(separator: "\n"))
            """
    }

    static func growth(_ records: [GrowthRecord]) -> String {
        let rows = records.map { row([$0.what, "\($0.first)", "\($0.last)", "\($0.peak)", $0.unit, $0.course]) }
        return """
            ## What the run itself used

            | What | At first | At the end | Peak | Unit | Course |
            |---|---|---|---|---|---|
            \(rows.joined(separator: "\n"))
            """
    }
}
