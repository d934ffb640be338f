/// A failing trial: the rules that were broken, what happened to each document, and when.
struct HTMLTrial {
    private let trial: TrialRecord
    private let number: Int
    private let timeline: Timeline?

    init(_ trial: TrialRecord, number: Int, timeline: Timeline?) {
        self.trial = trial
        self.number = number
        self.timeline = timeline
    }

    var markup: String {
        """
        <article class="trial" id="trial-\(number)" aria-labelledby="trial-\(number)-h">
        <h3 id="trial-\(number)-h">\(trial.config.markup) <small>\(trial.provider.markup), seed \(trial.seed)</small></h3>
        \(trial.about.map { "<p>\($0.markup)</p>\n" } ?? "")\(trial.note.map { "<p>\($0.markup)</p>\n" } ?? "")\
        \(violations)\(documents)\(rules)\
        \(timeline.map { TimelineDrawing(timeline: $0, identifier: "timeline-\(number)").markup } ?? "")\
        \(trial.command.isEmpty ? "" : "<p>Repeat it: <code>\(trial.command.markup)</code></p>\n")</article>

        """
    }

    private var violations: String {
        guard !trial.violations.isEmpty else { return "" }
        let items = trial.violations.map { violation in
            let faults =
                violation.faultsMet.isEmpty
                ? "no rule had fired" : "met: " + violation.faultsMet.joined(separator: ", ")
            return "<li><span class=\"badge\">Rule \(violation.rule)</span> \(violation.truth.markup). "
                + "The importer: \(violation.claimed.markup). <small>\((violation.document ?? "").markup) "
                + "\((violation.phase ?? "").markup) (\(faults.markup))</small></li>\n"
        }
        return "<ul class=\"violations\">\n\(items.joined())</ul>\n"
    }

    private var documents: String {
        let rows = trial.documents.map { document in
            let outcome = document.outcome + (document.phase.map { ": \($0)" } ?? "")
            let expected = document.expected ?? "–"
            let actions = document.actions.map {
                "\($0.action): \($0.result) (\(DurationText.of(seconds: $0.seconds)))".markup
            }.joined(separator: "<br>")
            return "<tr><th scope=\"row\">\(document.path.markup)</th><td>\(document.type.markup)</td>"
                + "<td>\(outcome.markup)</td><td>\(expected.markup)</td><td>\((document.cause ?? "–").markup)</td>"
                + "<td>\((document.findings ?? []).joined(separator: ", ").markup)</td><td>\(actions)</td></tr>\n"
        }
        return """
            <div class="scroll" role="region" aria-label="Documents of \(trial.config.markup)" tabindex="0">
            <table><thead><tr><th scope="col">Document</th><th scope="col">Type</th><th scope="col">Outcome</th>\
            <th scope="col">Expected</th><th scope="col">Cause</th>\
            <th scope="col">Access findings</th><th scope="col">Actions</th></tr></thead><tbody>
            \(rows.joined())</tbody></table></div>

            """
    }

    private var rules: String {
        guard !trial.rules.isEmpty else { return "" }
        let items = trial.rules.map { rule in
            "<li>“\(rule.name.markup)” (\(rule.fault.markup)): fired \(rule.fired) times</li>\n"
        }
        return "<ul>\n\(items.joined())</ul>\n"
    }
}
