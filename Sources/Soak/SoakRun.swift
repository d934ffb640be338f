import Reporting
import Synchronization
import SystemIO
import Trace
import Trials

/// Runs generated trials, several at a time, judges each, and at the end shrinks what failed.
package final class SoakRun: Sendable {
    package struct Plan: Sendable {
        package var seed: UInt64
        /// How many trials the whole soak has, over all shards; nil: as many as the time allows.
        package var trials: Int?
        /// For trials, shrinking and report together.
        package var time: Duration?
        package var jobs: Int
        package var shard: Shard
        package var shrinks: Bool
        package var workload: Workload
        /// What providers are made from, with what a command says to get them again; empty: each is generated.
        package var configs: [ConfigRecipe]
        package var configsFolder: String?
        /// This trial alone.
        package var only: Int?

        package init(
            seed: UInt64, trials: Int? = nil, time: Duration? = nil, jobs: Int = 4, shard: Shard = .whole,
            shrinks: Bool = true, only: Int? = nil, workload: Workload = .everything, configs: [ConfigRecipe] = [],
            configsFolder: String? = nil
        ) {
            self.workload = workload
            self.configs = configs
            self.configsFolder = configsFolder
            self.only = only
            self.seed = seed
            self.trials = trials
            self.time = time
            self.jobs = jobs
            self.shard = shard
            self.shrinks = shrinks
        }
    }

    package struct Result: Sendable {
        package var record: SoakRecord
        /// A trial of each cause.
        package var examples: [TrialRecord] = []
        /// Their traces, by their place among the examples.
        package var traces: [Int: [TraceEvent]] = [:]
        package var reproductions: [Reproduction] = []
        package var seconds = 0.0
    }

    private let plan: Plan
    private let generator: TrialGenerator
    private let execution: TrialExecution
    private let journal: SoakJournal?
    private let isInterrupted: @Sendable () -> Bool
    private let state = Mutex(SoakState())
    private let next = Atomic(0)
    private let done: Set<Int>
    private let start = ContinuousClock.now
    private let elapsedBefore: Double

    /// - Parameter isInterrupted: Whether the user wants the soak to end; asked between trials.
    package init(
        plan: Plan, setting: TrialRunner.Setting, journal: SoakJournal? = nil,
        isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.plan = plan
        self.journal = journal
        self.isInterrupted = isInterrupted
        generator = TrialGenerator(seed: plan.seed, workload: plan.workload, configs: plan.configs)
        execution = TrialExecution(setting: setting)
        done = Set(journal?.earlier.map(\.number) ?? [])
        elapsedBefore = journal?.earlier.map(\.elapsed).max() ?? 0
        for summary in journal?.earlier ?? [] { state.withLock { $0.add(summary) } }
    }

    /// Runs to the end.
    /// - Parameter progress: Called about once a second, by one thread.
    package func run(progress: @escaping (SoakProgress) -> Void) -> Result {
        let workers = Workers(count: plan.jobs) { [self] in work() }
        while !workers.wait(for: .seconds(1)) {
            state.withLock { $0.resources.look() }
            progress(current(nil))
        }
        var result = Result(record: SoakRecord())
        if plan.shrinks, !isInterrupted() { result.reproductions = shrinkAll(progress) }
        return state.withLock { state in
            let causes = state.groups.sorted.map { Cause(rule: $0.rule, text: $0.cause, isUnprovoked: $0.isUnprovoked) }
            for cause in causes {
                guard let example = state.examples[cause] else { continue }
                if result.examples.contains(where: { $0 == example.record }) { continue }
                result.traces[result.examples.count] = example.trace
                result.examples.append(example.record)
            }
            state.record.findings = state.groups.sorted
            state.record.growth = state.resources.growth
            state.record.shards = plan.shard.count > 1 ? [plan.shard.description] : []
            state.record.wasInterrupted = isInterrupted()
            result.record = state.record
            result.seconds = elapsed
            return result
        }
    }

    private var elapsed: Double { elapsedBefore + (ContinuousClock.now - start).seconds }
    private var limit: Double? { plan.time?.seconds }

    private func current(_ activity: String?) -> SoakProgress {
        state.withLock { state in
            let trials = plan.trials.map { plan.shard.size(of: $0) }
            var left = limit.map { $0 - elapsed }
            if let trials, state.record.trials > 0 {
                let byTrials = Double(trials - state.record.trials) * elapsed / Double(state.record.trials)
                left = min(left ?? byTrials, byTrials)
            }
            return SoakProgress(
                trials: state.record.trials, trialLimit: trials, imports: state.record.imports,
                faultsMet: state.record.faultsMet, violations: state.groups.violationCount,
                causes: state.groups.findings.count, elapsedSeconds: elapsed, secondsLeft: left, activity: activity)
        }
    }

    // MARK: Trials

    private func work() {
        while !isInterrupted(), !isTimeForShrinking {
            let turn = next.add(1, ordering: .relaxed).newValue
            if plan.only != nil, turn > 1 { return }
            let number = plan.only ?? plan.shard.trial(turn)
            if let trials = plan.trials, number > trials { return }
            if !done.contains(number) { perform(number) }
        }
    }

    /// Shrinking gets a share of the time, the more the more there is to shrink, up to half.
    private var isTimeForShrinking: Bool {
        guard let limit else { return false }
        let causes = plan.shrinks ? state.withLock { $0.groups.findings.count } : 0
        return elapsed > limit - min(limit / 2, Double(causes) * 20) - 1
    }

    private func perform(_ number: Int) {
        let trial = generator.trial(number)
        let began = ContinuousClock.now
        var summary = TrialSummary(number: number)
        var example: SoakState.Example?
        do throws(TrialFailure) {
            let witnesses = try execution.witnesses(of: trial)
            let seconds = (ContinuousClock.now - began).seconds
            let record = TrialRecord(
                witnesses, config: "trial \(number)", seed: plan.seed, repetition: 1, isOwn: false,
                command: command(of: number), seconds: seconds)
            summary = TrialSummary(trial, witnesses, record: record)
            if !record.violations.isEmpty {
                var failed = record
                failed.verdict = .failed
                example = SoakState.Example(trial: trial, record: failed, trace: witnesses.trace)
            }
        } catch {
            summary.failure = Cause.general(error.description)
        }
        summary.seconds = (ContinuousClock.now - began).seconds
        summary.elapsed = elapsed
        journal?.add(summary)
        state.withLock { state in
            state.add(summary)
            if let example { state.keep(example) }
        }
    }

    private func command(of number: Int) -> String {
        let workload = plan.workload == .everything ? "" : "--workload \(plan.workload.rawValue) "
        let tested = execution.setting.importer
        let importer =
            tested.isOwn ? "" : " --importer \(ShellWords.joined([ShellWords.joined(tested.command)]))"
        let configs = plan.configsFolder.map { "--configs \(ShellWords.joined([$0])) " } ?? ""
        let bound =
            execution.setting.bound == .seconds(5) ? "" : "--bound \(Int(execution.setting.bound.seconds * 1000))ms "
        return "fpsim soak --seed \(plan.seed) \(workload)\(configs)\(bound)--only \(number)\(importer)"
    }

    // MARK: Shrinking

    private func shrinkAll(_ progress: @escaping (SoakProgress) -> Void) -> [Reproduction] {
        let causes = state.withLock { state in
            // The same defect without a fault in its way says no more.
            let provoked = Set(state.examples.keys.filter { !$0.isUnprovoked }.map { Key($0) })
            return state.examples.filter { !$0.key.isUnprovoked || !provoked.contains(Key($0.key)) }
                .sorted { $0.key < $1.key }
        }
        let found = Mutex<[Reproduction]>([])
        let turn = Atomic(0)
        let workers = Workers(count: min(plan.jobs, causes.count)) { [self] in
            while true {
                let index = turn.add(1, ordering: .relaxed).oldValue
                guard index < causes.count else { return }
                let reproduction = shrink(causes[index].key, causes[index].value.trial, of: causes.count)
                found.withLock { $0.append(reproduction) }
                state.withLock { $0.groups.update(causes[index].key) { $0.shrunk = reproduction.shrunk } }
            }
        }
        while !workers.wait(for: .seconds(1)) {
            progress(current("shrinking \(found.withLock { $0.count }) of \(causes.count)"))
        }
        return found.withLock { $0.sorted { $0.cause < $1.cause } }
    }

    private struct Key: Hashable {
        let rule: Int
        let text: String

        init(_ cause: Cause) {
            rule = cause.rule
            text = cause.text
        }
    }

    private func shrink(_ cause: Cause, _ trial: SoakTrial, of count: Int) -> Reproduction {
        // Each cause has its share of what is left, since jobs of them are shrunk at a time.
        let share = limit.map { max($0 - elapsed, 5) * Double(plan.jobs) / Double(max(count, plan.jobs)) } ?? 120
        let end = ContinuousClock.now + .seconds(share)
        return Reproduction.search(
            cause, in: trial, execution: execution,
            mustStop: { [isInterrupted] in isInterrupted() || ContinuousClock.now > end })
    }
}

/// Threads that do the same work.
private struct Workers {
    private let left: Latch

    init(count: Int, _ body: @escaping @Sendable () -> Void) {
        left = Latch(count)
        for _ in 0..<count {
            do throws(Errno) {
                try DetachedThread.start { [left] in
                    body()
                    left.countDown()
                }
            } catch {
                left.countDown()
            }
        }
    }

    /// Whether all have ended by then.
    func wait(for time: Duration) -> Bool { left.wait(for: time) }
}
