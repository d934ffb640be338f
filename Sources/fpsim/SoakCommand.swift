import Arguments
import FoundationEssentials
import Reporting
import Soak
import SystemIO
import Trials

enum SoakCommand {
    private static let time = Option<Duration>(
        "for", help: "How long, with shrinking and report (default: 1m where --trials isn't given).")
    private static let trials = Option<Int>("trials", short: "n", help: "How many trials.", minimum: 1)
    private static let seed = Option<UInt64>(
        "seed", help: "What the trials are made from (default: drawn, and printed).")
    private static let jobs = Option<Int>("jobs", short: "j", help: "Trials at a time (default: 8).", minimum: 1)
    private static let bound = Option<Duration>(
        "bound", help: "How long one import may take (default: 5s); the importer sees it as FPSIM_BOUND.")
    private static let out = Option<String>(
        "out", short: "o", placeholder: "DIR",
        help: "Write the report and a folder for each finding here; a soak that was killed goes on from it.",
        completion: .directory)
    private static let shard = Option<Shard>(
        "shard", placeholder: "I/N", help: "Only the I-th of N shares of the trials.",
        parse: { text throws(InvalidValue) in
            guard let shard = Shard(text) else { throw InvalidValue("expected I/N, with I from 1 to N") }
            return shard
        })
    private static let only = Option<Int>(
        "only", help: "Only this trial, and print what it was; with --out or --json, shrink it and report instead.",
        minimum: 1)
    private static let workload = Option<Workload>(
        "workload", placeholder: "KIND",
        help: "What trials are made of: everything (default), plain imports, calm ones without kills, or deaths.",
        completion: .choices(Workload.allCases.map(\.rawValue)),
        parse: { text throws(InvalidValue) in
            guard let workload = Workload(rawValue: text) else {
                throw InvalidValue("expected \(Workload.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return workload
        })
    private static let configs = Option<String>(
        "configs", placeholder: "DIR",
        help: "Make providers from the provider-configs of this folder, one or two at a time.",
        completion: .directory)
    private static let freshMounts = Flag(
        "fresh-mounts",
        help: "Start a process for each mount, not one for many: slower, and nothing else should change.")
    private static let noShrinking = Flag("no-shrink", help: "Don't look for the smallest trial of each finding.")
    private static let json = Flag("json", help: "Print the record as JSON, and nothing else, on standard output.")

    static let command: Command = .init(
        name: "soak", abstract: "hold an importer against generated providers until something breaks",
        discussion: """
            Each trial is made from the seed and its number: a provider with random rules, documents, and what the app \
            and the user do: imports, several at once, cancels, retries, relaunches, kills of the importer and the \
            provider, changes from another device. Then all rules are lifted and every import must settle. What was \
            witnessed is held against the eight rules. What fails is made as small as it can be and written as a \
            folder that 'fpsim repro' repeats.

            With --configs a trial's provider is what one provider-config of the folder says, or two of them (with the \
            first one's pick and profile), and the rest is as random as ever: what they expect of an importer is for 'fpsim matrix', not for a soak.

            Ctrl-C ends the soak with its report. Shares of one soak can run on several machines: give each --shard \
            and --out, and join them with 'fpsim merge'.
            """,
        options: [
            TrialOptions.importer, time, trials, seed, workload, configs, jobs, bound, out, shard, only, noShrinking,
            freshMounts,
            TrialOptions.work, json,
        ],
        examples: [
            .init("fpsim soak --importer ./my-importer --for 10m --out soak", "ten minutes of yours, with a report"),
            .init("fpsim soak --seed 7 --trials 1000", "a thousand trials of ours, the same each time"),
            .init("fpsim soak --workload plain --trials 1000", "how many trials a second this machine has"),
            .init("fpsim soak --configs my-configs --for 10m", "providers of your own"),
            .init("fpsim soak --seed 7 --only 17", "one of them, in detail"),
            .init("fpsim soak --seed 7 --only 17 --out found", "one of them, made as small as it can be"),
        ]
    ) { invocation in
        for option in [time, bound] where invocation[option].map({ $0 <= .zero }) ?? false {
            throw UsageError("--for and --bound take a time longer than nothing", path: invocation.path)
        }
        let seed = invocation[seed] ?? UInt64.random(in: 1...999_999)
        let recipes = try recipes(invocation)
        Interruption.watch()
        var setting = try setting(invocation)
        if let number = invocation[only], invocation[out] == nil, !invocation[json] {
            setting.isInterrupted = { Interruption.wasAsked }
            let generator = TrialGenerator(
                seed: seed, workload: invocation[workload] ?? .everything, configs: recipes)
            return try SoakSingleTrial.run(number, of: generator, setting: setting)
        }
        let hasLimit = invocation[trials] != nil || invocation[time] != nil || invocation[only] != nil
        let plan = SoakRun.Plan(
            seed: seed, trials: invocation[trials], time: hasLimit ? invocation[time] : .seconds(60),
            jobs: invocation[jobs] ?? 8, shard: invocation[shard] ?? .whole, shrinks: !invocation[noShrinking],
            only: invocation[only], workload: invocation[workload] ?? .everything, configs: recipes,
            configsFolder: invocation[configs])
        if !invocation[json] { Console.printNow("seed \(seed)") }
        let soak = SoakRun(
            plan: plan, setting: setting, journal: try journal(invocation, plan, setting),
            isInterrupted: { Interruption.wasAsked })
        var run = TrialOptions.run("soak", invocation, setting)
        run.seed = seed
        let progress = ProgressLine(isShown: !invocation[json])
        let result = soak.run { progress.show($0.line) }
        progress.end()
        run.seconds = result.seconds
        run.trials = result.examples
        run.soak = result.record
        let writer = SoakReportWriter(run: run, result: result, setting: setting, isOwn: isOwn(invocation))
        run = try writer.write(to: invocation[out])
        if invocation[json] { print(JSONReport.text(for: run), terminator: "") } else { print(SoakText.summary(run)) }
        if Interruption.wasAsked { return .interrupted }
        return result.record.findings.isEmpty ? .success : .failure
    }

    /// What the folder's provider-configs make; all that is wrong with them is said at once.
    private static func recipes(_ invocation: Invocation) throws -> [ConfigRecipe] {
        guard let folder = invocation[configs] else { return [] }
        guard invocation[workload] != .plain else {
            throw UsageError("--workload plain has nothing in its way, and --configs would", path: invocation.path)
        }
        let all = try MatrixCommand.configs(in: folder, remedy: "name another by --configs")
        return try all.map { config in
            do throws(RegularFile.ReadError) {
                return try ConfigRecipe(config)
            } catch {
                throw CommandFailure(.noInput, "“\(config.path)” can't be read: \(error)")
            }
        }
    }

    private static func isOwn(_ invocation: Invocation) -> Bool { invocation[TrialOptions.importer] == nil }

    private static func setting(_ invocation: Invocation) throws -> TrialRunner.Setting {
        var setting = try TrialOptions.setting(invocation, documents: nil)
        setting.bound = invocation[bound] ?? .seconds(5)
        setting.parent = WorkFolder.choose(invocation[TrialOptions.work])
        setting.seed = nil
        setting.startsProviders = invocation[freshMounts]
        return try TrialOptions.measured(setting, invocation)
    }

    private static func journal(
        _ invocation: Invocation, _ plan: SoakRun.Plan, _ setting: TrialRunner.Setting
    ) throws -> SoakJournal? {
        guard let folder = invocation[out] else { return nil }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(.cannotCreate, "“\(folder)” can't be made: \(error)")
        }
        do throws(SoakJournal.Failure) {
            return try SoakJournal(
                path: "\(folder)/trials.jsonl",
                identity: SoakJournal.Identity(
                    seed: plan.seed, importer: ShellWords.joined(setting.importer.command),
                    shard: plan.shard.description, boundSeconds: setting.bound.seconds, workload: plan.workload,
                    configs: plan.configs))
        } catch {
            throw CommandFailure(
                .cannotCreate, error.description, remedy: "Give the same --seed to go on, or another --out.")
        }
    }
}
