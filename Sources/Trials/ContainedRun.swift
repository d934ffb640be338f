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

    /// - Parameter space: What it may write to; nil: nobody looks.
    /// - Parameter token: The value of `FPSIM_TRIAL` in the run's environment, by which its processes are known.
    /// - Throws: `Errno`: the program can't be started.
    init(
        path: String, arguments: [String], options: ChildProcess.Options, token: String,
        space: SpaceLimit?, until deadline: ContinuousClock.Instant, onStart: (ChildProcess) -> Void
    ) throws(Errno) {
        let clock = ContinuousClock()
        let start = clock.now
        var session: Int32?
        var wroteTooMuch = false
        let run = try CapturedRun(
            path: path, arguments: arguments, options: options, until: deadline,
            mustEnd: space.map { space in
                {
                    wroteTooMuch = wroteTooMuch || space.isExceeded
                    return wroteTooMuch
                }
            },
            onStart: { process in
                if options.startsSession { session = process.pid }
                onStart(process)
            })
        exit = run.exit
        output = run.output
        error = run.error
        duration = clock.now - start
        self.wroteTooMuch = wroteTooMuch
        var names: [String] = []
        ProcessTree.killStrays { stray in
            if stray.hasEnvironment("FPSIM_TRIAL=\(token)") {
                names.append(stray.name)
                return true
            }
            // One that has ended, or ends by itself with an environment of its own, is known by its session alone. It
            // is only reaped: a sweep kills hundreds of importers, and each leaves its validator.
            return stray.session == session
        }
        // Of one that had to be ended nobody expected to tidy up.
        strays = run.exit == nil ? [] : names
    }
}
