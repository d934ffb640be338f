import Dispatch
import Reporting
import Synchronization

/// Every point at which an import can die or be refused: each operation on its library, with each fault, and then each
/// operation of the recovery from each state that a kill can leave.
package struct Sweep: Sendable {
    package var setting: TrialRunner.Setting
    package var jobs: Int

    package init(setting: TrialRunner.Setting, jobs: Int = 2) {
        self.setting = setting
        self.jobs = jobs
    }

    /// A point, and what was wrong after it.
    package struct Finding: Codable, Sendable {
        package let point: String
        package let violations: [Violation]
    }

    package struct Report: Codable, Sendable {
        /// Operations of an import that nothing disturbs.
        package var operations = 0
        /// Points by fault, those of recovery with `recovery-` before the name.
        package var points: [String: Int] = [:]
        /// States that a kill left, by what is on disk.
        package var crashStates = 0
        package var findings: [Finding] = []

        package var total: Int { points.values.reduce(0, +) }
    }

    /// Runs all points, or the given ones alone.
    /// - Parameter progress: called with the number of points done, by one thread at a time.
    /// - Throws: `TrialFailure`: the sweep itself could not be carried out.
    package func run(
        only points: [SweepPoint]? = nil, progress: @escaping @Sendable (Int, Finding?) -> Void
    ) throws(TrialFailure) -> Report {
        let state = Mutex(Report())
        if let points {
            _ = try sweep(points, state, progress)
            return state.withLock { $0 }
        }
        let counter = try SweepMount(setting: setting)
        let count = try counter.countOperations()
        try counter.end()
        state.withLock { $0.operations = count }
        let imports = SweepPoint.Fault.allCases.flatMap { fault in
            (1...max(count, 1)).map { SweepPoint(operation: $0, fault: fault) }
        }
        let crashes = try sweep(imports, state, progress)
        // Runs differ a little: go on until no run reaches the operation any more.
        try sweepOnwards(from: count + 1, state, progress)
        state.withLock { $0.crashStates = crashes.count }
        try sweepRecovery(crashes, state, progress)
        return state.withLock { $0 }
    }

    /// Runs the kills alone: before each operation of an import.
    /// - Throws: `TrialFailure`.
    package func runKills() throws(TrialFailure) -> Report {
        let counter = try SweepMount(setting: setting)
        let count = try counter.countOperations()
        try counter.end()
        return try run(only: (1...max(count, 1)).map { SweepPoint(operation: $0, fault: .killBefore) }) { _, _ in }
    }

    /// - Returns: The first point of each state that a kill before an operation left.
    private func sweep(
        _ points: [SweepPoint], _ state: borrowing Mutex<Report>,
        _ progress: @escaping @Sendable (Int, Finding?) -> Void
    ) throws(TrialFailure) -> [SweepPoint] {
        let crashes = Mutex<[String: SweepPoint]>([:])
        let failure = Mutex<TrialFailure?>(nil)
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(jobs, points.count)) { _ in
            do throws(TrialFailure) {
                let mount = try SweepMount(setting: setting)
                while failure.withLock({ $0 }) == nil {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < points.count else { break }
                    let outcome = try mount.run(points[index])
                    record(points[index], outcome, state, progress)
                    guard points[index].fault == .killBefore, outcome.wasReached else { continue }
                    crashes.withLock { crashes in
                        crashes[outcome.state] = min(crashes[outcome.state] ?? points[index], points[index])
                    }
                }
                try mount.end()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return crashes.withLock { $0.values.sorted() }
    }

    private func record(
        _ point: SweepPoint, _ outcome: SweepMount.Outcome, _ state: borrowing Mutex<Report>,
        _ progress: @Sendable (Int, Finding?) -> Void
    ) {
        guard outcome.wasReached || !outcome.violations.isEmpty else { return }
        let finding =
            outcome.violations.isEmpty ? nil : Finding(point: point.description, violations: outcome.violations)
        state.withLock { report in
            let name = (point.recoveryOperation == nil ? "" : "recovery-") + point.fault.rawValue
            report.points[name, default: 0] += 1
            if let finding { report.findings.append(finding) }
            progress(report.total, finding)
        }
    }

    private func sweepOnwards(
        from first: Int, _ state: borrowing Mutex<Report>, _ progress: @escaping @Sendable (Int, Finding?) -> Void
    ) throws(TrialFailure) {
        let mount = try SweepMount(setting: setting)
        for fault in SweepPoint.Fault.allCases where fault != .noSpaceOnce && fault != .noSpaceForGood {
            var operation = first
            while true {
                let point = SweepPoint(operation: operation, fault: fault)
                let outcome = try mount.run(point)
                record(point, outcome, state, progress)
                if !outcome.wasReached { break }
                operation += 1
            }
        }
        try mount.end()
    }

    /// From each crash state, each operation of the recovery until it has no such operation.
    private func sweepRecovery(
        _ crashes: [SweepPoint], _ state: borrowing Mutex<Report>,
        _ progress: @escaping @Sendable (Int, Finding?) -> Void
    ) throws(TrialFailure) {
        let work = crashes.flatMap { crash in
            SweepPoint.Fault.allCases.filter { !$0.isForGood }.map { (crash.operation, $0) }
        }
        let failure = Mutex<TrialFailure?>(nil)
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(jobs, max(work.count, 1))) { _ in
            do throws(TrialFailure) {
                let mount = try SweepMount(setting: setting)
                while failure.withLock({ $0 }) == nil {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < work.count else { break }
                    var recovery = 1
                    while true {
                        let point = SweepPoint(
                            operation: work[index].0, fault: work[index].1, recoveryOperation: recovery)
                        let outcome = try mount.run(point)
                        record(point, outcome, state, progress)
                        if !outcome.wasReached { break }
                        recovery += 1
                    }
                }
                try mount.end()
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
