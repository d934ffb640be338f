import Arguments
import FoundationEssentials
import Reporting
import Synchronization
import SystemIO
import Trials

enum MatrixCommand {
    private static let configs = Option<String>(
        "configs", placeholder: "DIR", help: "The provider-configs to go through (default: provider-configs).",
        completion: .directory)
    private static let config = Option<String>(
        "config", short: "c", placeholder: "CONFIG", help: "Only this provider-config: a file, or one by name.",
        repeats: true)
    private static let documents = Option<String>(
        "documents", placeholder: "DIR", help: "The documents of each trial (default: two that are made).",
        completion: .directory)
    private static let out = Option<String>(
        "out", short: "o", placeholder: "DIR", help: "Write matrix.md, matrix.json and manual.json here.",
        completion: .directory)
    private static let json = Flag("json", help: "Print the record as JSON, and nothing else, on standard output.")
    private static let repetitions = Option<Int>("repeat", help: "Run each trial so many times.", minimum: 1)
    private static let manual = Option<String>(
        "manual", placeholder: "FILE", help: "Results of manual checks (JSON, as in manual.json) to merge in.")

    static let command: Command = .init(
        name: "matrix", abstract: "hold an importer against every known misbehaviour",
        discussion: """
            Each provider-config is a trial: a fresh mount, a fresh library, pick, import, relaunch in a new process, \
            move the original and the library away, open the copy. What the provider traced, what the library holds \
            and what the importer lists is held against the eight rules and against what the config expects.

            An importer under test is called as CMD import --library DIR [--cancel] SOURCE, CMD list --library DIR and \
            CMD recover --library DIR. One that keeps references as well has CMD refer --library DIR SOURCE; of one that \
            doesn't they are not judged. One that isn't written in Swift reads its document through \
            "$FPSIM" with-access SOURCE -- command.
            """,
        options: [
            configs, config, TrialOptions.importer, documents, out, json, repetitions, manual, TrialOptions.jobs,
            TrialOptions.seed, TrialOptions.profile, TrialOptions.bound,
        ],
        examples: [
            .init("fpsim matrix", "our importer against the catalogue"),
            .init("fpsim matrix --importer './my-importer' --out report", "yours, with a report"),
        ]
    ) { invocation in
        let setting = try TrialOptions.setting(invocation, documents: invocation[documents])
        let configs = try load(invocation)
        // What can't be read or written is said before the first trial.
        let checks = try manualChecks(invocation)
        if let folder = invocation[out] { try OutputFolder.make(folder) }
        Interruption.watch()
        var matrix = Matrix(
            setting: try TrialOptions.measured(setting, invocation), configs: configs,
            repetitions: invocation[repetitions] ?? 1, jobs: invocation[TrialOptions.jobs] ?? 1,
            isOwnImporter: invocation[TrialOptions.importer] == nil, documentsFolder: invocation[documents])
        matrix.isInterrupted = { Interruption.wasAsked }
        matrix.killsAtEachOperation = invocation.all(config).isEmpty
        let clock = ContinuousClock()
        let start = clock.now
        var run = TrialOptions.run("matrix", invocation, setting)
        let showsProgress = !invocation[json]
        run.trials = matrix.run { if showsProgress { Console.printNow(line($0)) } }
        run.seconds = (clock.now - start).seconds
        run.manualChecks = checks
        if let folder = invocation[out] { try write(run, to: folder) }
        if invocation[json] {
            print(JSONReport.text(for: run), terminator: "")
        } else {
            if matrix.repetitions > 1 { print(repetitionSummary(run)) }
            print(summary(run))
        }
        if Interruption.wasAsked { return .interrupted }
        return run.held ? .success : .failure
    }

    private static func load(_ invocation: Invocation) throws -> [Matrix.Config] {
        let files = invocation.all(config)
        if !files.isEmpty { return try configs(files: files) }
        return try configs(
            in: invocation[configs] ?? SystemUser.environment["FPSIM_CONFIGS"]
                ?? ProjectFiles.folder("provider-configs"),
            remedy: "name the folder by --configs or FPSIM_CONFIGS, or the files by --config")
    }

    /// All provider-configs of a folder.
    static func configs(in folder: String, remedy: String) throws -> [Matrix.Config] {
        try reporting(remedy) { () throws(Matrix.ConfigsFailure) in try Matrix.configs(in: folder) }
    }

    /// Provider-configs by path or name; all that is wrong with them is said at once.
    static func configs(files: [String]) throws -> [Matrix.Config] {
        let paths = try files.map(ProviderConfigs.path)
        return try reporting("name others by --config") { () throws(Matrix.ConfigsFailure) in
            try Matrix.configs(files: paths)
        }
    }

    private static func reporting<Value>(
        _ remedy: String, _ work: () throws(Matrix.ConfigsFailure) -> Value
    ) throws -> Value {
        do throws(Matrix.ConfigsFailure) {
            return try work()
        } catch {
            switch error {
            case .unreadable(let message): throw CommandFailure(.noInput, "\(message); \(remedy)")
            case .wrong(let problems):
                throw CommandFailure(.badData, problems.map(\.description).joined(separator: "\n"))
            }
        }
    }

    /// A trial in one line: the verdict, the config, and what became of each document.
    private static func line(_ trial: TrialRecord) -> String {
        let verdict =
            switch trial.verdict {
            case .held: Console.styled("held  ", .good)
            case .failed: Console.styled("FAILED", .bad)
            case .void: Console.styled("void  ", .doubtful)
            }
        let documents = trial.documents.map { document in
            "\(document.path.escapingControls): \(document.outcome)" + (document.phase.map { " in \($0)" } ?? "")
        }
        var lines = ["\(verdict) \(trial.config.padded(to: 32)) \(documents.joined(separator: "; "))"]
        if let note = trial.note { lines.append("       \(note.escapingControls)") }
        if trial.note == nil, let missing = trial.notJudged {
            lines.append("       not judged: \(missing.joined(separator: ", "))")
        }
        lines += trial.documents.compactMap { document in
            document.mismatch.map { "       \(document.path.escapingControls): \($0.escapingControls)" }
        }
        lines += trial.violations.map { "       rule \($0.description.escapingControls)" }
        if trial.verdict == .failed { lines.append("       repeat it: \(trial.command)") }
        return lines.joined(separator: "\n")
    }

    /// How often each config's trials ended alike.
    private static func repetitionSummary(_ run: RunRecord) -> String {
        let all = Repetition.groups(of: run.trials)
        let alike = all.filter { $0.outcomes.count == 1 }
        let configs = ProviderConfigs.count(all.count, "config")
        var lines = ["\n\(alike.count) of \(configs) gave the same outcome each time"]
        for group in all where group.outcomes.count > 1 {
            lines.append("  \(group.config.escapingControls)")
            lines += group.outcomes.map { "    \($0.count) of \(group.trials): \($0.text.escapingControls)" }
        }
        return lines.joined(separator: "\n")
    }

    private static func summary(_ run: RunRecord) -> String {
        let count = { (verdict: TrialRecord.Verdict) in run.trials.count { $0.verdict == verdict } }
        let unjudged = run.trials.count { $0.notJudged != nil }
        let missing = unjudged == 0 ? "" : "\n\(unjudged) of them not judged in full: this importer keeps no references"
        return """

            \(run.trials.count) trials: \(count(.held)) held, \(count(.failed)) failed, \(count(.void)) void, in \
            \(Int(run.seconds.rounded())) s\(missing)
            \(run.manualChecks.count) checks stay manual on a device, \
            \(run.manualChecks.count { !$0.result.isEmpty }) of them done
            """
    }

    private static func manualChecks(_ invocation: Invocation) throws -> [ManualCheck] {
        guard let path = invocation[manual] else { return ManualCheck.standard }
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) {
            bytes = try RegularFile.content(ofPath: path, limit: 1 << 24)
        } catch {
            throw CommandFailure(.noInput, "“\(path)” can't be read: \(error)")
        }
        do {
            return ManualCheck.merged(ManualCheck.standard, with: try ManualCheck.read(bytes))
        } catch {
            throw CommandFailure(.badData, "“\(path)” is no list of manual checks: \(error)")
        }
    }

    private static func write(_ run: RunRecord, to folder: String) throws {
        do {
            try MarkdownReport.text(for: run).write(
                toFile: "\(folder)/matrix.md", atomically: true, encoding: .utf8)
            try JSONReport.text(for: run).write(toFile: "\(folder)/matrix.json", atomically: true, encoding: .utf8)
            try ManualCheck.text(run.manualChecks).write(
                toFile: "\(folder)/manual.json", atomically: true, encoding: .utf8)
        } catch {
            throw CommandFailure(.cannotCreate, "the report can't be written to “\(folder)”: \(error)")
        }
    }
}
