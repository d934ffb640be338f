import Dispatch
import FoundationEssentials
import ProviderConfiguration
import Reporting
import Synchronization
import SystemIO

/// The failure matrix: every provider-config of a folder as a trial.
package struct Matrix: Sendable {
    package struct Config: Sendable {
        /// The file's name without its ending.
        package let name: String
        package let path: String
        package let plan: ProviderPlan

        package init(name: String, path: String, plan: ProviderPlan) {
            self.name = name
            self.path = path
            self.plan = plan
        }
    }

    package var setting: TrialRunner.Setting
    package var configs: [Config]
    package var repetitions: Int
    package var jobs: Int
    package var isOwnImporter: Bool
    /// Whether a last trial kills an import at each operation on its library: no provider-config reaches there.
    package var killsAtEachOperation = false
    /// The folder that the documents came from, for the command that repeats a trial.
    package var documentsFolder: String?
    /// Asked between trials: whether no other is to begin.
    package var isInterrupted: @Sendable () -> Bool = { false }

    package init(
        setting: TrialRunner.Setting, configs: [Config], repetitions: Int = 1, jobs: Int = 1, isOwnImporter: Bool,
        documentsFolder: String? = nil
    ) {
        self.setting = setting
        self.configs = configs
        self.repetitions = repetitions
        self.jobs = jobs
        self.isOwnImporter = isOwnImporter
        self.documentsFolder = documentsFolder
    }

    /// All problems of the folder's configs, in whatever folder below, or its configs in the order of their names.
    package static func configs(in folder: String) throws(ConfigsFailure) -> [Config] {
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        } catch {
            throw .unreadable("“\(folder)” can't be read")
        }
        let files = names.filter { ConfigurationFileName.stem(of: $0) != nil }
        let configs = try configs(files: files.map { "\(folder)/\($0)" })
        guard !configs.isEmpty else { throw .unreadable("“\(folder)” holds no provider-config (*.yaml or *.yml)") }
        return configs
    }

    /// The same of single files.
    package static func configs(files: [String]) throws(ConfigsFailure) -> [Config] {
        var configs: [Config] = []
        var problems: [ConfigurationProblem] = []
        for path in files {
            let outcome = PlanLoader().load(paths: [path])
            problems += outcome.errors
            guard let plan = outcome.plan else { continue }
            configs.append(Config(name: name(of: path), path: path, plan: plan))
        }
        guard problems.isEmpty else { throw .wrong(problems) }
        return configs
    }

    /// `moves/trashed` for `provider-configs/moves/trashed.yaml`: a catalogue keeps a folder a family.
    private static func name(of path: String) -> String {
        let names = path.split(separator: "/").suffix(2).map(String.init).filter { $0 != "provider-configs" }
        let name = names.joined(separator: "/")
        return ConfigurationFileName.stem(of: name) ?? name
    }

    package enum ConfigsFailure: Error {
        case unreadable(String)
        case wrong([ConfigurationProblem])
    }

    /// Runs all trials, several at a time, and returns their records in the order of configs and repetitions.
    /// - Parameter report: called after each trial, by one thread at a time.
    package func run(report: @escaping @Sendable (TrialRecord) -> Void) -> [TrialRecord] {
        let matrix = askingForReferences()
        let work = configs.flatMap { config in (1...max(1, repetitions)).map { (config, $0) } }
        let records = Mutex<[TrialRecord?]>(Array(repeating: nil, count: work.count))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(max(1, jobs), work.count)) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < work.count, !isInterrupted() else { return }
                let record = matrix.trial(work[index].0, repetition: work[index].1)
                records.withLock { records in
                    records[index] = record
                    report(record)
                }
            }
        }
        var all = records.withLock { $0.compactMap { $0 } }
        if killsAtEachOperation, !isInterrupted() {
            all.append(killingTrial())
            report(all[all.count - 1])
        }
        return all
    }

    /// The same, knowing whether the importer keeps references where a config expects something of one.
    private func askingForReferences() -> Matrix {
        var matrix = self
        let areExpected = configs.contains { $0.plan.expectations.contains { $0.reference != nil } }
        matrix.setting.keepsReferences = areExpected && ReferenceTrial.importerKeepsReferences(setting)
        return matrix
    }

    /// The order of durability, on trial: wherever an import dies, what is listed afterwards is there and whole.
    private func killingTrial() -> TrialRecord {
        let clock = ContinuousClock()
        let start = clock.now
        var words = ["fpsim", "sweep"]
        if !isOwnImporter { words += ["--importer", ShellWords.joined(setting.importer.command)] }
        var record = TrialRecord(
            config: "library/killed-at-each-operation", provider: "the library's own folder",
            about: "The importer is killed before each operation on its library, recovers, and imports again.",
            seed: setting.seed ?? 0, command: ShellWords.joined(words))
        do throws(TrialFailure) {
            let report = try Sweep(setting: setting, jobs: jobs, isInterrupted: isInterrupted).runKills()
            record.violations = report.findings.flatMap(\.violations)
            record.note = "killed before each of \(report.total) operations"
            if !report.findings.isEmpty { record.verdict = .failed }
        } catch {
            record.note = "the trial could not be carried out: \(error)"
            record.verdict = .failed
        }
        record.seconds = (clock.now - start).seconds
        return record
    }

    private func trial(_ config: Config, repetition: Int) -> TrialRecord {
        let clock = ContinuousClock()
        let start = clock.now
        let seed = setting.seed ?? config.plan.seed
        let command = command(repeating: config)
        do throws(TrialFailure) {
            let runner = try TrialRunner(plan: config.plan, configs: [config.path], setting: setting)
            let documents = runner.witnesses.documents.map(\.path).filter(config.plan.concerns)
            let witnesses = try runner.run(TrialStep.steps(for: config.plan, documents: documents))
            return TrialRecord(
                witnesses, config: config.name, seed: seed, repetition: repetition, isOwn: isOwnImporter,
                command: command, seconds: (clock.now - start).seconds)
        } catch {
            return TrialRecord(
                config: config.name, provider: config.plan.provider, about: config.plan.about,
                reported: config.plan.reported, seed: seed, repetition: repetition, verdict: .failed,
                note: "the trial could not be carried out: \(error)", seconds: (clock.now - start).seconds,
                command: command)
        }
    }

    private func command(repeating config: Config) -> String {
        var words = ["fpsim", "trial", config.path]
        if let documentsFolder { words += ["--documents", documentsFolder] }
        if let seed = setting.seed { words += ["--seed", String(seed)] }
        if !isOwnImporter { words += ["--importer", ShellWords.joined(setting.importer.command)] }
        return ShellWords.joined(words)
    }
}

extension Duration {
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
