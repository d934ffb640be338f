import Arguments
import FileCoordination
import Glibc
import Synchronization
import SystemIO

/// Scope and coordination for programs that aren't written in Swift.
enum WithAccessCommand {
    private static let noCoordinate = Flag("no-coordinate", help: "Start the scope only.")

    static let command: Command = .init(
        name: "with-access", abstract: "run a command with access to what the picker gave",
        discussion: """
            Starts SOURCE's security scope, coordinates a read of it, runs the command with FPSIM_ITEM set to the path \
            that an accessor would be given, stops both when it ends, and exits as it did; with 125 where fpsim itself \
            failed. The access is the command's and its descendants'. Where no scope is granted the command runs all \
            the same: a plain file needs none. If fpsim is killed, the command is.
            """,
        options: [noCoordinate],
        operands: [
            Operand("SOURCE", help: "A URL that the picker gave, or a path."),
            Operand("COMMAND", .atLeastOne, help: "The command and its arguments, after `--`.", mayBeEmpty: true),
        ],
        examples: [
            .init(
                #"fpsim with-access "$(fpsim pick mnt/a.pdf)" -- sh -c 'cp "$FPSIM_ITEM" /tmp/'"#, "a copy, correctly")
        ]
    ) { invocation in
        let words = invocation.operandBytesList("COMMAND")
        if let parent = ChildStage.expectedParent { ChildStage.become(words, childOf: parent) }
        let name = String(decoding: words[0], as: UTF8.self)
        let source = invocation.operandBytes("SOURCE")
        let access = LentAccess(source)
        let ending = try EndingSignals(access.cancel)
        do {
            try ProcessTree.becomeSubreaper()
            _ = try access.start()
            if !invocation[noCoordinate] { try access.coordinate() }
        } catch {
            access.stop()
            if let number = ending.received { ProcessReplacement.die(bySignal: number) }
            let failure = AccessFailure.command(error, about: invocation.operand("SOURCE"))
            throw CommandFailure(.withAccessFailure, failure.message, remedy: failure.remedy)
        }
        if let number = ending.received {
            access.stop()
            ProcessReplacement.die(bySignal: number)
        }
        let exit: ChildProcess.Exit
        do {
            exit = try ChildStage.run(source, words, item: access.pathBytes, ending)
        } catch {
            access.stop()
            throw CommandFailure(.withAccessFailure, "'\(name)' can't be run: \(error)")
        }
        access.stop()
        switch exit {
        case .exited(let code): return ExitCode(rawValue: code)
        case .killed(let signal): ProcessReplacement.die(bySignal: signal)
        }
    }

    /// The command is started through this program once more, which asks the kernel to be killed with its parent
    /// before it becomes the command: posix_spawn(3) can't ask for that.
    private enum ChildStage {
        private static let variable = "FPSIM_WITH_ACCESS_PARENT"

        /// Where this is the second start: whose child it must be. `become` leaves no trace of it to the command.
        static var expectedParent: pid_t? {
            getenv(variable).flatMap { pid_t(String(cString: $0)) }
        }

        static func run(
            _ source: [UInt8], _ words: [[UInt8]], item: [UInt8], _ signals: EndingSignals
        ) throws -> ChildProcess.Exit {
            // In this process's own environment, since values there are bytes, as paths are.
            (item + [0]).withUnsafeBytes {
                _ = setenv("FPSIM_ITEM", $0.baseAddress!.assumingMemoryBound(to: CChar.self), 1)
            }
            setenv(variable, "\(getpid())", 1)
            var options = ChildProcess.Options()
            options.input = .inherited
            signal(SIGQUIT, SIG_IGN)
            let child = try ChildProcess(
                path: "/proc/self/exe",
                words: [Array("with-access".utf8), source, Array("--".utf8)] + words, options: options)
            signals.passOn(to: child)
            return try child.wait()
        }

        static func become(_ words: [[UInt8]], childOf parent: pid_t) -> Never {
            unsetenv(variable)
            // A parent that was killed before the kernel was asked leaves nobody whose access this could use.
            if (try? ProcessReplacement.dieWith(parent: parent)) == nil { exit(ExitCode.withAccessFailure.rawValue) }
            let error = ProcessReplacement.become(words)
            Console.printError(
                "'\(String(decoding: words[0], as: UTF8.self))' can't be run: \(error)", path: ["fpsim", "with-access"])
            exit(ExitCode.withAccessFailure.rawValue)
        }
    }
}

/// Who asks this program to end is obeyed in order. While it waits for a claim, what was started is stopped first; as
/// long as the command runs, it is the command that is asked, and the access ends with it.
private final class EndingSignals: Sendable {
    private struct State {
        var received: CInt?
        var command: ChildProcess?
    }

    private let state = Mutex(State())

    init(_ cancel: @escaping @Sendable () -> Void) throws(Errno) {
        try SignalWait.startTelling([SIGTERM, SIGHUP, SIGINT]) { [self] in take($0, cancel) }
    }

    private func take(_ signal: SignalWait.Received, _ cancel: @Sendable () -> Void) {
        let command = state.withLock { state in
            if state.command == nil { state.received = signal.number }
            return state.command
        }
        guard let command else { return cancel() }
        // Ctrl-C reaches the command too: it decides.
        if !signal.isFromTerminal { try? command.signal(signal.number) }
    }

    var received: CInt? { state.withLock(\.received) }

    func passOn(to command: ChildProcess) {
        let early = state.withLock { state in
            state.command = command
            return state.received
        }
        if let early { try? command.signal(early) }
    }
}
