import FoundationEssentials
import SystemIO

/// A command that keeps the contract of three verbs, import, list and recover, called with its arguments in exactly
/// the order that the README gives.
package struct ImporterUnderTest: Sendable {
    /// The program and the arguments before the verb.
    package let command: [String]
    /// It is fpsim's own: nothing that it does can surprise.
    package let isOwn: Bool

    package init(command: [String], isOwn: Bool = false) {
        precondition(!command.isEmpty, "an importer has a program")
        self.command = command
        self.isOwn = isOwn
    }

    /// From one line, split at spaces; quotes and backslashes are as in a shell.
    /// - Returns: nil for an empty line, or one with an open quote.
    package init?(commandLine: String) {
        guard let words = ShellWords.split(commandLine), !words.isEmpty else { return nil }
        command = words
        isOwn = false
    }

    /// fpsim's own.
    package static func own(program: String) -> ImporterUnderTest {
        ImporterUnderTest(command: [program, "importer"], isOwn: true)
    }

    /// Where and how it runs.
    package struct Setting: Sendable {
        /// The absolute path of fpsim, for `with-access`.
        package var program: String
        package var bound: Duration
        package var temporaryFolder: String
        /// What its processes are told from others by, also those that it leaves behind.
        package var token: String
        /// Where it may write, within a limit; empty: without one.
        package var folders: [String]
        /// More variables.
        package var environment: [String: String]
        /// Asked often while it runs: whether it is to be killed.
        package var isInterrupted: (@Sendable () -> Bool)?

        package init(
            program: String, bound: Duration, temporaryFolder: String, token: String,
            folders: [String] = [], environment: [String: String] = [:],
            isInterrupted: (@Sendable () -> Bool)? = nil
        ) {
            self.program = program
            self.bound = bound
            self.temporaryFolder = temporaryFolder
            self.token = token
            self.folders = folders
            self.environment = environment
            self.isInterrupted = isInterrupted
        }

        /// The line of the environment that tells its processes from others.
        var mark: String { "FPSIM_TRIAL=\(token)" }

        var variables: [String: String] {
            var variables = ProcessInfo.processInfo.environment
            variables["FPSIM"] = program
            variables["FPSIM_BOUND"] = String(max(1, bound.components.seconds))
            variables["FPSIM_TRIAL"] = token
            variables["TMPDIR"] = temporaryFolder
            return variables.merging(environment) { $1 }
        }
    }

    package func importing(
        _ source: String, library: String, cancel: Bool, in setting: Setting,
        onStart: ((ChildProcess) -> Void)? = nil
    ) throws(TrialFailure) -> ContainedRun {
        let arguments = ["import", "--library", library] + (cancel ? ["--cancel"] : []) + [source]
        return try run(arguments, in: setting, onStart: onStart)
    }

    /// The verb that an importer need not have.
    package func referring(
        to source: String, library: String, in setting: Setting
    ) throws(TrialFailure) -> ContainedRun {
        try run(["refer", "--library", library, source], in: setting)
    }

    package func list(library: String, in setting: Setting) throws(TrialFailure) -> ContainedRun {
        try run(["list", "--library", library], in: setting)
    }

    package func recover(
        library: String, in setting: Setting, onStart: ((ChildProcess) -> Void)? = nil
    ) throws(TrialFailure) -> ContainedRun {
        try run(["recover", "--library", library], in: setting, onStart: onStart)
    }

    private func run(
        _ arguments: [String], in setting: Setting, onStart: ((ChildProcess) -> Void)? = nil
    ) throws(TrialFailure) -> ContainedRun {
        var options = ChildProcess.Options()
        options.environment = setting.variables
        options.startsSession = true
        // A little more than the bound: what ends late has broken rule 7, and is still seen to end.
        let deadline = ContinuousClock.now + setting.bound + .milliseconds(1500)
        let words = (isOwn ? [] : ImporterUnderTest.shield) + command + arguments
        let space = isOwn || setting.folders.isEmpty ? nil : SpaceLimit(folders: setting.folders)
        let limits = ContainedRun.Limits(deadline: deadline, space: space, isInterrupted: setting.isInterrupted)
        let run: ContainedRun
        do throws(Errno) {
            if let onStart {
                let gate = try Pipe()
                defer { withExtendedLifetime(gate) {} }
                options.input = .descriptor(gate.readEnd.borrowed)
                let opening = gate.writeEnd.borrowed
                run = try ContainedRun(
                    ImporterUnderTest.gate + words, options: options, token: setting.token, limits: limits
                ) { process in
                    onStart(process)
                    [UInt8(ascii: "\n")].withUnsafeBytes { _ = try? opening.writeAll($0) }
                }
            } else {
                run = try ContainedRun(words, options: options, token: setting.token, limits: limits) { _ in }
            }
        } catch {
            throw TrialFailure("the importer “\(command.joined(separator: " "))” can't be started: \(error)")
        }
        if run.wasInterrupted { throw .interrupted }
        return run
    }

    /// Holds the importer back until who may kill it knows it: a loaded machine would else run it past its death.
    private static let gate = ["/bin/sh", "-c", #"read -r go; exec "$@" </dev/null"#, "sh"]

    /// A shell between this process and an importer that may kill its parent. It ends as the importer does.
    private static let shield = [
        "/bin/sh", "-c", #""$@"; code=$?; [ $code -le 128 ] || kill -$((code - 128)) $$; exit $code"#, "sh",
    ]
}
