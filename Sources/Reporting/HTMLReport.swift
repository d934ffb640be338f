import Trace

/// A run as one HTML page that needs nothing else: no network, no other file, and no script to be read.
package struct HTMLReport: Sendable {
    private let run: RunRecord
    private let traces: [Int: [TraceEvent]]

    /// - Parameter traces: The traces of failing trials, by their place in the run.
    package init(_ run: RunRecord, traces: [Int: [TraceEvent]] = [:]) {
        self.run = run
        self.traces = traces
    }

    package var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <meta name="generator" content="\(run.judge.name.markup) \(run.judge.version.markup)">
        <title>\(title.markup)</title>
        <style>
        \(HTMLStyle.text)
        </style>
        </head>
        <body>
        <a class="skip" href="#matrix">To the matrix</a>
        <header>
        <h1>\(title.markup)</h1>
        <p class="verdict \(run.held && findings.isEmpty ? "held" : "failed")">\(verdict.markup)</p>
        </header>
        <main>
        \(HTMLFigures(run).markup)
        \(HTMLFindings(run).markup)
        \(matrices)
        \(trials)
        \(HTMLManualChecks(run.manualChecks).markup)
        </main>
        <footer><p>\(run.judge.name.markup) \(run.judge.version.markup) (\(run.judge.build.markup)), \
        \(run.system.name.markup) \(run.system.version.markup), begun \(run.startedAt.markup).</p></footer>
        <script>
        \(HTMLScript.text)
        </script>
        </body>
        </html>

        """
    }

    private var title: String { "fpsim \(run.kind): \(run.app.name) \(run.app.version)" }
    private var findings: [FindingRecord] { run.soak?.findings ?? [] }

    private var verdict: String {
        if run.soak != nil {
            let broken = findings.count
            return broken == 0 ? "No rule was broken." : "\(broken) \(broken == 1 ? "cause" : "causes") of broken rules"
        }
        let failed = run.trials.count { $0.verdict == .failed }
        let void = run.trials.count { $0.verdict == .void }
        let rest = void == 0 ? "" : ", \(void) void"
        return failed == 0
            ? "All \(run.trials.count - void) trials held\(rest)."
            : "\(failed) of \(run.trials.count) trials failed\(rest)."
    }

    private var matrices: String {
        guard let soak = run.soak else {
            return HTMLMatrix(OutcomeMatrix(run.trials), title: "Documents by behaviours").markup
        }
        return HTMLMatrix(OutcomeMatrix(soak.matrix), title: "Documents by behaviours, over all trials").markup
    }

    private var trials: String {
        let failing = run.trials.enumerated().filter { $0.element.verdict == .failed }
        guard !failing.isEmpty else { return "" }
        let sections = failing.map { index, trial in
            HTMLTrial(trial, number: index + 1, timeline: traces[index].map { Timeline(trial, trace: $0) }).markup
        }
        return
            "<section aria-labelledby=\"trials\"><h2 id=\"trials\">Failing trials</h2>\n\(sections.joined())</section>"
    }
}
