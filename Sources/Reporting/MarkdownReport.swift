import Trace

/// A run as Markdown: what ran, the matrix, what failed, each document's actions, and what stays to be checked by hand;
/// of a soak its figures and findings, and of its trials those that it kept.
package enum MarkdownReport {
    package static func text(for run: RunRecord) -> String {
        var sections = [head(run)]
        if let soak = run.soak {
            sections += [figures(run), findings(soak, run), matrix(soak.matrix)]
            if !soak.growth.isEmpty { sections.append(growth(soak.growth)) }
        } else {
            sections.append(matrix(run))
        }
        let failed = run.trials.filter { $0.verdict == .failed }
        if !failed.isEmpty { sections.append("## What did not hold\n\n" + failed.map(failure).joined(separator: "\n")) }
        if !run.trials.isEmpty {
            sections.append("## Trials\n\n" + run.trials.map(trial).joined(separator: "\n"))
        }
        if !run.manualChecks.isEmpty { sections.append(manual(run.manualChecks)) }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static func head(_ run: RunRecord) -> String {
        """
        # \(run.soak == nil ? "Failure matrix" : "Soak")

        | | |
        |---|---|
        | App | \(build(run.app)) |
        | System | \(build(run.system)) |
        | Judge | \(build(run.judge)) |
        | Started | \(cell(run.startedAt)) |
        """ + (run.soak == nil ? verdicts(run) : "") + notJudged(run)
    }

    private static func verdicts(_ run: RunRecord) -> String {
        let count = { (verdict: TrialRecord.Verdict) in run.trials.count { $0.verdict == verdict } }
        return
            "\n| Trials | \(run.trials.count): \(count(.held)) held, \(count(.failed)) failed, \(count(.void)) void |"
    }

    private static func notJudged(_ run: RunRecord) -> String {
        let count = run.trials.count { $0.notJudged != nil }
        return count == 0 ? "" : "\n| Not judged in full | \(count): see each trial |"
    }

    private static func build(_ build: RunRecord.Build) -> String {
        cell([build.name, build.version, build.build].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private static func matrix(_ run: RunRecord) -> String {
        let rows = run.trials.flatMap { trial in
            trial.documents.map { document in
                row([
                    trial.config, trial.provider, document.path, document.type, result(document),
                    document.rulesFired.joined(separator: ", "),
                    (document.findings ?? []).joined(separator: ", "), document.mismatch ?? mark(trial),
                ])
            }
                + (trial.documents.isEmpty
                    ? [row([trial.config, trial.provider, "", "", trial.note ?? "", "", "", mark(trial)])] : [])
        }
        return """
            ## Matrix

            | Provider-config | Source | Document | Type | Result | Rules that fired | Access findings | Held |
            |---|---|---|---|---|---|---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    private static func mark(_ trial: TrialRecord) -> String {
        switch trial.verdict {
        case .held: "yes"
        case .failed: "no"
        case .void: "void"
        }
    }

    private static func result(_ document: DocumentRecord) -> String {
        document.outcome + (document.phase.map { " in \($0)" } ?? "")
            + (document.reference.map { "; a reference: \($0)" } ?? "")
    }

    private static func failure(_ trial: TrialRecord) -> String {
        var lines = ["### \(cell(trial.config))", ""]
        if let note = trial.note { lines.append("- \(cell(note))") }
        lines += trial.violations.map { "- rule \(cell($0.description))" }
        lines += trial.documents.compactMap { document in
            document.mismatch.map { "- “\(cell(document.path))”: \(cell($0))" }
        }
        lines += ["", "Repeat it: `\(trial.command)`", ""]
        return lines.joined(separator: "\n")
    }

    private static func trial(_ trial: TrialRecord) -> String {
        var lines = ["### \(cell(trial.config)) (\(cell(trial.provider)), seed \(trial.seed))", ""]
        if let about = trial.about { lines += [cell(about), ""] }
        if !trial.reported.isEmpty { lines += ["Reported: " + trial.reported.map(cell).joined(separator: ", "), ""] }
        for rule in trial.rules {
            lines.append("- rule “\(cell(rule.name))” (\(rule.fault)): fired \(rule.fired) times")
        }
        for subject in trial.notJudged ?? [] { lines.append("- not judged: \(cell(subject))") }
        for phase in trial.notExercised { lines.append("- phase \(phase): not exercised") }
        lines += ["", "| Document | Action | Result | Seconds |", "|---|---|---|---|"]
        for document in trial.documents {
            for action in document.actions {
                lines.append(row([document.path, action.action, action.result, seconds(action.seconds)]))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func manual(_ checks: [ManualCheck]) -> String {
        let rows = checks.map { check in
            row([
                check.name, check.instructions, check.result.isEmpty ? "not done" : check.result, check.device,
                check.date,
            ])
        }
        return """
            ## What this run can't show

            These stay manual checks on a device, with the real provider and the system's own picker. \
            `--manual FILE` merges what was found into the next record.

            | Check | What to do and to look for | Result | Device and system | Date |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    static func row(_ cells: [String]) -> String {
        "| " + cells.map(cell).joined(separator: " | ") + " |"
    }

    private static func seconds(_ value: Double) -> String {
        let hundredths = Int64(saturating: max(value * 100, 0).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    /// Text from strangers, such as a document's name, as one line that no Markdown reader takes for markup.
    static func cell(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "|", "`", "*", "_", "<", "[", "]", "\\": safe += "\\" + String(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: safe += "\\\\x" + hex(scalar.value)
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
