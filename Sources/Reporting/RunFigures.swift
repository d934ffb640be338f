/// A run in figures, each with its name, as every report shows them.
struct RunFigures {
    let figures: [(name: String, value: String)]

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
    }
}
