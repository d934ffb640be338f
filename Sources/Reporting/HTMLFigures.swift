/// The run in figures.
struct HTMLFigures {
    private let figures: [(String, String)]
    private let growth: [GrowthRecord]

    init(_ run: RunRecord) {
        var figures: [(String, String)] = []
        if let soak = run.soak {
            figures += [
                ("Trials", "\(soak.trials)"), ("Imports", "\(soak.imports)"), ("Faults met", "\(soak.faultsMet)"),
                ("Void trials", "\(soak.voidTrials)"), ("Violations", "\(soak.violations)"),
                ("Processes killed", "\(soak.kills)"), ("Mounts", "\(soak.mounts)"),
                ("Trials a second", run.seconds > 0 ? DurationText.decimal(Double(soak.trials) / run.seconds) : "–"),
            ]
            if !soak.shards.isEmpty { figures.append(("Shards", soak.shards.joined(separator: ", "))) }
            if soak.wasInterrupted { figures.append(("Ended early", "yes")) }
        } else {
            figures += [
                ("Trials", "\(run.trials.count)"),
                ("Documents", "\(run.trials.reduce(0) { $0 + $1.documents.count })"),
            ]
        }
        if let seed = run.seed { figures.append(("Seed", "\(seed)")) }
        figures.append(("Time", DurationText.of(seconds: run.seconds)))
        self.figures = figures
        growth = run.soak?.growth ?? []
    }

    var markup: String {
        let list = figures.map { "<div><dt>\($0.0.markup)</dt><dd>\($0.1.markup)</dd></div>\n" }.joined()
        return "<dl class=\"figures\">\n\(list)</dl>\n" + resources
    }

    private var resources: String {
        guard !growth.isEmpty else { return "" }
        let rows = growth.map { row in
            "<tr><th scope=\"row\">\(row.what.markup)</th><td>\(row.first)</td><td>\(row.last)</td><td>\(row.peak)</td>"
                + "<td>\(row.unit.markup)</td><td>\(row.isFinding ? "grew" : "level")</td></tr>\n"
        }
        return """
            <details><summary>What the run itself used</summary>
            <table><thead><tr><th scope="col">What</th><th scope="col">At first</th><th scope="col">At the end</th>\
            <th scope="col">Peak</th><th scope="col">Unit</th><th scope="col">Course</th></tr></thead><tbody>
            \(rows.joined())</tbody></table></details>
            """
    }
}
