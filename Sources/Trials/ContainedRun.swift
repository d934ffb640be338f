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

    /// - Parameter token: The value of `FPSIM_TRIAL` in the run's environment, by which its processes are known.
    /// - Throws: `Errno`: the program can't be started.
    init(
        path: String, arguments: [String], options: ChildProcess.Options, token: String,
        until deadline: ContinuousClock.Instant, onStart: (ChildProcess) -> Void
    ) throws(Errno) {
        let clock = ContinuousClock()
        let start = clock.now
        let run = try CapturedRun(
            path: path, arguments: arguments, options: options, until: deadline, onStart: onStart)
        exit = run.exit
        output = run.output
        error = run.error
        duration = clock.now - start
        var names: [String] = []
        ProcessTree.killStrays { stray in
            guard stray.hasEnvironment("FPSIM_TRIAL=\(token)") else { return false }
            names.append(stray.name)
            return true
        }
        strays = names
    }
}
