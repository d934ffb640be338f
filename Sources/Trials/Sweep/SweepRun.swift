import Dispatch
import Reporting
import Synchronization

/// A sweep that is under way: what it has found, and which states it has gone on from.
final class SweepRun: Sendable {
    private struct State {
        var report = Sweep.Report()
        /// How many points there are, as far as it is known.
        var expected = 0
        /// The first point of each state that a kill before an operation left.
        var crashes: [LibraryState: SweepPoint] = [:]
        var failure: TrialFailure?
    }

    private let setting: TrialRunner.Setting
    private let jobs: Int
    private let isInterrupted: @Sendable () -> Bool
    private let progress: @Sendable (SweepProgress, Sweep.Finding?) -> Void
    private let state = Mutex(State())
    private let seen = SeenStates()
    private let start = ContinuousClock.now

    init(
        setting: TrialRunner.Setting, jobs: Int, isInterrupted: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (SweepProgress, Sweep.Finding?) -> Void
    ) {
        self.setting = setting
        self.jobs = jobs
        self.isInterrupted = isInterrupted
        self.progress = progress
    }

    /// These points alone, each to its end.
    func run(_ points: [SweepPoint]) throws(TrialFailure) -> Sweep.Report {
        expect(points.count)
        try inParallel(points) { mount, point throws(TrialFailure) in
            self.record(point, try mount.run(point, seen: nil))
        }
        return report
    }

    /// - Parameter isAlone: Whether an import and a recovery are never at the library together.
    func runAll(isAlone: Bool) throws(TrialFailure) -> Sweep.Report {
        let first = try SweepMount(setting: setting)
        let course = try first.courseOfImport()
        try first.end()
        state.withLock { state in
            state.report.operations = course.steps.count
            state.report.changes = course.count(for: .killBefore)
        }
        try sweepImports(course, with: SweepPoint.Fault.ofImports.filter { !isAlone || !$0.isCompany })
        let crashes = state.withLock { state in
            state.report.crashStates = state.crashes.count
            return state.crashes.values.sorted()
        }
        let recoveries = try sweepRecovery(from: crashes)
        if !isAlone { try sweepCompany(of: recoveries) }
        return report
    }

    private var report: Sweep.Report {
        state.withLock { state in
            state.report.seconds = (ContinuousClock.now - start).seconds
            state.report.findings.sort { $0.point < $1.point }
            return state.report
        }
    }

    // MARK: The points

    private func sweepImports(
        _ course: LibraryCourse, with faults: [SweepPoint.Fault]
    ) throws(TrialFailure) {
        // Kills first: their states are those that recovery is swept from.
        let points = faults.flatMap { fault in
            (0..<course.count(for: fault)).map { SweepPoint(operation: $0 + 1, fault: fault) }
        }
        expect(points.count)
        try inParallel(points) { mount, point throws(TrialFailure) in
            self.record(point, try mount.run(point, seen: self.seen))
        }
        // Runs differ a little: go on until no run reaches the operation any more.
        try inParallel(faults) { mount, fault throws(TrialFailure) in
            let last = course.count(for: fault)
            try self.sweepOnwards(mount) { SweepPoint(operation: last + $0, fault: fault) }
        }
    }

    private struct Recovery: Sendable {
        let point: SweepPoint
        let image: LibraryImage
        let course: LibraryCourse
    }

    /// From each state, each operation of the recovery until it has no such operation. States from which a recovery does
    /// the same are one.
    private func sweepRecovery(from crashes: [SweepPoint]) throws(TrialFailure) -> [Recovery] {
        let faults = SweepPoint.Fault.ofRecoveries.filter { !$0.isCompany }
        let found = Mutex<[LibraryCourse: Recovery]>([:])
        try inParallel(crashes) { mount, crash throws(TrialFailure) in
            let (image, course) = try mount.courseOfRecovery(afterKillBefore: crash.operation)
            found.withLock { found in
                if let known = found[course], known.point < crash { return }
                found[course] = Recovery(point: crash, image: image, course: course)
            }
        }
        let recoveries = found.withLock { $0.values.sorted { $0.point < $1.point } }
        state.withLock { $0.report.recoveries = recoveries.count }
        let points = recoveries.flatMap { recovery in
            faults.flatMap { fault in
                (0..<recovery.course.count(for: fault)).map { number in
                    (point(fault, of: recovery, at: number + 1), recovery.image)
                }
            }
        }
        expect(points.count)
        try inParallel(points) { mount, work throws(TrialFailure) in
            self.record(work.0, try mount.run(work.0, from: work.1, seen: self.seen))
        }
        try inParallel(recoveries) { mount, recovery throws(TrialFailure) in
            for fault in faults {
                let last = recovery.course.count(for: fault)
                try self.sweepOnwards(mount, from: recovery.image) { self.point(fault, of: recovery, at: last + $0) }
            }
        }
        return recoveries
    }

    /// What a recovery and an import do to each other, from the last state before the end of an import, in which most is
    /// left to be taken for nobody's.
    private func sweepCompany(of recoveries: [Recovery]) throws(TrialFailure) {
        guard let recovery = recoveries.last else { return }
        try inParallel(SweepPoint.Fault.ofRecoveriesAlone) { mount, fault throws(TrialFailure) in
            try self.sweepOnwards(mount, from: fault == .importEnds ? nil : recovery.image) {
                self.point(fault, of: recovery, at: $0)
            }
        }
    }

    private func point(_ fault: SweepPoint.Fault, of recovery: Recovery, at operation: Int) -> SweepPoint {
        SweepPoint(operation: recovery.point.operation, fault: fault, recoveryOperation: operation)
    }

    private func sweepOnwards(
        _ mount: SweepMount, from image: LibraryImage? = nil, _ point: (Int) -> SweepPoint
    ) throws(TrialFailure) {
        var number = 1
        while !isInterrupted() {
            let outcome = try mount.run(point(number), from: image, seen: seen)
            record(point(number), outcome)
            if !outcome.wasReached { return }
            number += 1
        }
    }

    // MARK: The work

    private func inParallel<Item: Sendable>(
        _ items: [Item], _ body: @escaping @Sendable (SweepMount, Item) throws(TrialFailure) -> Void
    ) throws(TrialFailure) {
        guard !items.isEmpty else { return }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(jobs, items.count)) { _ in
            do throws(TrialFailure) {
                var mount = try SweepMount(setting: setting)
                while state.withLock({ $0.failure }) == nil, !isInterrupted() {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < items.count else { break }
                    // A mount remembers every name that it had, and looks them over when its rules change.
                    if mount.number >= 64 {
                        try mount.end()
                        mount = try SweepMount(setting: setting)
                    }
                    try body(mount, items[index])
                }
                try mount.end()
            } catch {
                if !isInterrupted() { state.withLock { $0.failure = error } }
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func expect(_ count: Int) { state.withLock { $0.expected += count } }

    private func record(_ point: SweepPoint, _ outcome: SweepMount.Outcome) {
        let finding =
            outcome.violations.isEmpty
            ? nil : Sweep.Finding(point: point.description, violations: outcome.violations)
        state.withLock { state in
            guard outcome.wasReached || finding != nil else {
                state.expected -= 1
                return
            }
            let name = (point.recoveryOperation == nil ? "" : "recovery-") + point.fault.rawValue
            state.report.points[name, default: 0] += 1
            state.report.seenBefore += outcome.wasSeen ? 1 : 0
            if let finding { state.report.findings.append(finding) }
            if let crash = outcome.crash, point.recoveryOperation == nil, outcome.wasReached {
                state.crashes[crash] = min(state.crashes[crash] ?? point, point)
            }
            progress(
                SweepProgress(
                    done: state.report.total, total: state.expected, findings: state.report.findings.count,
                    seconds: (ContinuousClock.now - start).seconds), finding)
        }
    }
}
