import Arguments
import Reporting
import SystemIO
import Trials

enum TrialCommand {
    private static let documents = Option<String>(
        "documents", placeholder: "DIR", help: "The documents at the provider (default: two that are made).",
        completion: .directory)
    private static let json = Flag("json", help: "Print the trial's record as JSON, and nothing else.")

    static let command: Command = .init(
        name: "trial", abstract: "run one provider-config as a trial, and show each document",
        discussion: """
            Mounts the provider, imports each document as an app would, relaunches, lifts the faults, tries again what \
            failed, moves originals and library away, opens the copies. What it prints comes from the provider's trace, \
            the library's files and what the importer lists.
            """,
        options: [documents, TrialOptions.importer, TrialOptions.seed, TrialOptions.profile, TrialOptions.bound, json],
        operands: [Operand("CONFIG", help: "A provider-config: a file, or one by name.")],
        examples: [.init("fpsim trial ends-early", "one misbehaviour, seen closely")]
    ) { invocation in
        let config = try MatrixCommand.configs(files: [invocation.operand("CONFIG")])[0]
        var setting = try TrialOptions.setting(invocation, documents: invocation[documents])
        let isQuiet = invocation[json]
        if !isQuiet { Console.printNow(heading(config, invocation[documents])) }
        Interruption.watch()
        setting.isInterrupted = { Interruption.wasAsked }
        let matrix = Matrix(
            setting: try TrialOptions.measured(setting, invocation), configs: [config],
            isOwnImporter: invocation[TrialOptions.importer] == nil, documentsFolder: invocation[documents])
        var run = TrialOptions.run("trial", invocation, setting)
        run.trials = matrix.run { _ in }
        if Interruption.wasAsked { return .interrupted }
        if isQuiet { print(JSONReport.text(for: run), terminator: "") } else { run.trials.forEach(show) }
        return run.held ? .success : .failure
    }

    private static func heading(_ config: Matrix.Config, _ folder: String?) -> String {
        let about = config.plan.about.map { ": \($0)" } ?? ""
        let text = "Mounting \(config.plan.provider) over \(folder ?? "two documents")\(about)"
        return text.escapingControls + "\n"
    }

    private static func show(_ trial: TrialRecord) {
        for document in trial.documents { print(line(document)) }
        if trial.rules.isEmpty {
            print("\nUnmounted.")
        } else {
            print("\nUnmounted. What the provider did:")
        }
        for rule in trial.rules {
            print("  \(rule.name.escapingControls) (\(rule.fault)): \(ProviderConfigs.count(rule.fired, "time"))")
        }
        if let note = trial.note { print("\(note.escapingControls)") }
        if trial.note == nil, let missing = trial.notJudged { print("not judged: \(missing.joined(separator: ", "))") }
        for violation in trial.violations { print("rule \(violation.description.escapingControls)") }
        switch trial.verdict {
        case .held: print(Console.styled("All eight rules and every expectation held.", .good))
        case .void: print(Console.styled("Void: nothing was shown.", .doubtful))
        case .failed: print(Console.styled("It did not hold. Repeat it: \(trial.command)", .bad))
        }
    }

    /// `imported` or `failed` first, then what is to be known.
    private static func line(_ document: DocumentRecord) -> String {
        let kept = ["imported", "repaired", "locked"].contains(document.outcome)
        let word = kept ? Console.styled("imported", .good) : Console.styled("failed  ", .bad)
        var facts: [String] = []
        if kept {
            if document.outcome != "imported" { facts.append("as \(document.outcome)") }
            facts.append("\(document.size) bytes")
        } else {
            if document.outcome != "failed" { facts.append(document.outcome) }
            facts.append(document.phase.map { "in \($0)" } ?? "")
            if let cause = document.cause { facts.append(cause) }
        }
        var line = "\(word)  \(document.path.escapingControls.padded(to: 30)) "
        line += facts.filter { !$0.isEmpty }.joined(separator: ": ").escapingControls
        if !document.rulesFired.isEmpty {
            line += "  [\(document.rulesFired.joined(separator: ", ").escapingControls)]"
        }
        if let later = document.actions.first(where: { $0.action == "import once faults are lifted" }) {
            line += "\n            once faults are lifted: \(later.result.escapingControls)"
        }
        if let reference = document.reference { line += "\n            a reference to it: \(reference)" }
        if let mismatch = document.mismatch { line += "\n            \(mismatch.escapingControls)" }
        return line
    }
}
