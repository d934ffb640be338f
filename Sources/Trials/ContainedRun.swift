import Synchronization
import SystemIO

/// One run of a program that isn't trusted: bounded in time and in what is kept of its output, and with nothing of it
/// left running. This process must be a subreaper (`ProcessTree.becomeSubreaper`).
package struct ContainedRun: Sendable {
    /// nil: it did not end in its time.
    package let exit: ChildProcess.Exit?
    package let output: CapturedRun.Captured
    package let error: CapturedRun.Captured
    /// The names of the processes that it left behind, which were killed.
    package let strays: [String]
    package let duration: Duration
    /// It was ended since it had written more than it may.
    package let wroteTooMuch: Bool
    /// It was ended since somebody asked for that.
    let wasInterrupted: Bool

    /// The sessions of the runs that are under way.
    private static let sessions = Mutex<Set<Int32>>([])
    private static let allOrphansAreOurs = Atomic(false)

    /// From now on an orphan that this process inherits counts as left behind by a run, though it has cast off session
    /// and environment: said by a program that starts nothing else.
    package static func claimAllOrphans() {
        allOrphansAreOurs.store(true, ordering: .relaxed)
    }

    /// What ends it before its own end.
    struct Limits {
        var deadline: ContinuousClock.Instant
        /// What it may write to; nil: nobody looks.
        var space: SpaceLimit?
        var isInterrupted: (@Sendable () -> Bool)?
    }

    /// - Parameter words: The program and its arguments.
    /// - Parameter token: The value of `FPSIM_TRIAL` in the run's environment, by which its processes are known.
    /// - Throws: `Errno`: the program can't be started.
    init(
        _ words: [String], options: ChildProcess.Options, token: String, limits: Limits,
        onStart: (ChildProcess) -> Void
    ) throws(Errno) {
        let clock = ContinuousClock()
        let start = clock.now
        var session: Int32?
        var wroteTooMuch = false
        var wasInterrupted = false
        defer { if let session { Self.sessions.withLock { _ = $0.remove(session) } } }
        let run = try CapturedRun(
            path: words[0], arguments: Array(words.dropFirst()), options: options, until: limits.deadline,
            mustEnd: limits.space == nil && limits.isInterrupted == nil
                ? nil
                : {
                    wroteTooMuch = wroteTooMuch || limits.space?.isExceeded == true
                    wasInterrupted = wasInterrupted || limits.isInterrupted?() == true
                    return wroteTooMuch || wasInterrupted
                },
            onStart: { process in
                if options.startsSession {
                    session = process.pid
                    Self.sessions.withLock { _ = $0.insert(process.pid) }
                }
                onStart(process)
            })
        exit = run.exit
        output = run.output
        error = run.error
        duration = clock.now - start
        self.wroteTooMuch = wroteTooMuch
        self.wasInterrupted = wasInterrupted
        var names: [String] = []
        ProcessTree.killStrays { stray in
            if stray.hasEnvironment("FPSIM_TRIAL=\(token)") {
                names.append(stray.name)
                return true
            }
            // One that has ended, or ends by itself with an environment of its own, is known by its session alone. It
            // is only reaped: a sweep kills hundreds of importers, and each leaves its validator.
            if stray.session == session { return true }
            guard Self.isNobodys(stray, besides: session) else { return false }
            names.append(stray.name)
            return true
        }
        // Of one that had to be ended nobody expected to tidy up.
        strays = run.exit == nil ? [] : names
    }

    /// Whether it is an orphan that can be no other run's, since none is under way that it may be at work for, and that
    /// doesn't end by itself, as a validator does when its importer is gone.
    private static func isNobodys(_ stray: ProcessTree.Stray, besides session: Int32?) -> Bool {
        allOrphansAreOurs.load(ordering: .relaxed) && sessions.withLock { $0.allSatisfy { $0 == session } }
            && !stray.environment.contains { $0.hasPrefix("FPSIM_TRIAL=") }
            && !ProcessExit.wait(for: stray.pid, until: .now + .seconds(2))
    }
}
