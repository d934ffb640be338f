import Dispatch
import Reporting
import Synchronization

/// Every point at which an import can die, be refused or have company: each operation on its library, with each fault,
/// and then each operation of the recovery from each state that a kill can leave.
package struct Sweep: Sendable {
    package var setting: TrialRunner.Setting
    package var jobs: Int
    /// The points at which an import and a recovery are at the library together are left out.
    package var isAlone = false
    /// Asked between points: whether no other is to begin.
    package var isInterrupted: @Sendable () -> Bool

    package init(
        setting: TrialRunner.Setting, jobs: Int = 2, isInterrupted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isInterrupted = isInterrupted
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
        /// Those of them that change the library or make a change durable: who dies in between leaves nothing else.
        package var changes = 0
        /// Points by fault, those of recovery with `recovery-` before the name.
        package var points: [String: Int] = [:]
        /// Points that left the library as another had: the same changes, and the same of them durable. What follows
        /// was carried out once.
        package var seenBefore = 0
        /// States that a kill left, by what is on disk.
        package var crashStates = 0
        /// Different recoveries from them, by what they do.
        package var recoveries = 0
        package var findings: [Finding] = []
        package var seconds = 0.0

        package var total: Int { points.values.reduce(0, +) }
    }

    /// Runs all points, or the given ones alone.
    /// - Parameter progress: called after each point, by one thread at a time.
    /// - Throws: `TrialFailure`: the sweep itself could not be carried out.
    package func run(
        only points: [SweepPoint]? = nil, progress: @escaping @Sendable (SweepProgress, Finding?) -> Void
    ) throws(TrialFailure) -> Report {
        let run = SweepRun(setting: setting, jobs: jobs, isInterrupted: isInterrupted, progress: progress)
        if let points { return try run.run(points) }
        return try run.runAll(isAlone: isAlone)
    }

    /// Runs the kills alone: before each operation of an import.
    /// - Throws: `TrialFailure`.
    package func runKills() throws(TrialFailure) -> Report {
        let mount = try SweepMount(setting: setting)
        let count = try mount.courseOfImport().count(for: .killBefore)
        try mount.end()
        return try run(only: (1...max(count, 1)).map { SweepPoint(operation: $0, fault: .killBefore) }) { _, _ in }
    }
}
