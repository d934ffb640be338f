/// The run in figures.
struct HTMLFigures {
    private let figures: RunFigures
    private let growth: [GrowthRecord]

    init(_ run: RunRecord) {
        figures = RunFigures(run)
        growth = run.soak?.growth ?? []
    }

    var markup: String {
        let list = figures.figures.map { "<div><dt>\($0.name.markup)</dt><dd>\($0.value.markup)</dd></div>\n" }.joined()
        return "<dl class=\"figures\">\n\(list)</dl>\n" + resources
    }

    private var resources: String {
        guard !growth.isEmpty else { return "" }
        let rows = growth.map { row in
            "<tr><th scope=\"row\">\(row.what.markup)</th><td>\(row.first)</td><td>\(row.last)</td><td>\(row.peak)</td>"
                + "<td>\(row.unit.markup)</td><td>\(row.course)</td></tr>\n"
        }
        return """
            <details><summary>What the run itself used</summary>
            <table><thead><tr><th scope="col">What</th><th scope="col">At first</th><th scope="col">At the end</th>\
            <th scope="col">Peak</th><th scope="col">Unit</th><th scope="col">Course</th></tr></thead><tbody>
            \(rows.joined())</tbody></table></details>
            """
    }
}
