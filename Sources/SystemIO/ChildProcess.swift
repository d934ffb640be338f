import CLinux
import Glibc
import Synchronization

/// A child process that this value owns: it is known by a pidfd, so no signal can reach another process that has
/// got its number meanwhile, and it is killed and reaped when the value goes away, unless `detach` gave it up.
package final class ChildProcess: Sendable {
    /// What a child's standard stream is.
    package enum Stream: Sendable {
        /// `/dev/null`.
        case null
        /// This process's own.
        case inherited
        /// A descriptor of this process.
        case descriptor(FileDescriptor)
    }

    package struct Options: Sendable {
        /// nil passes this process's environment on.
        package var environment: [String: String]?
        package var workingDirectory: String?
        package var input = Stream.null
        package var output = Stream.inherited
        package var error = Stream.inherited
        /// Descriptors that the child gets as 3, 4, …; it gets no others.
        package var inherited: [FileDescriptor] = []
        /// Whether the child leads a session of its own: no terminal signal reaches it.
        package var startsSession = false

        package init() {}
    }

    /// How a process ended.
    package enum Exit: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)

        package var isSuccess: Bool { self == .exited(0) }
    }

    package let pid: pid_t
    /// Readable once the child has ended: for event loops.
    package let pidDescriptor: FileDescriptor
    private enum State {
        case running
        case ended(Exit)
        case detached
    }
    private let state: Mutex<State>

    /// Starts a program.
    /// - Parameter path: The program's file; a name without a slash is looked for on `PATH`.
    /// - Parameter arguments: The arguments, without the program's name.
    /// - Throws: `Errno` of posix_spawn(3): ENOENT, EACCES, …
    package convenience init(path: String, arguments: [String], options: Options = Options()) throws(Errno) {
        try self.init(path: path, words: arguments.map { Array($0.utf8) }, options: options)
    }

    /// - Parameter words: The arguments, without the program's name, which need not be UTF-8.
    /// - Throws: as the other.
    package init(path: String, words: [[UInt8]], options: Options = Options()) throws(Errno) {
        pid = try OwnedChildren.adding { () throws(Errno) in try SpawnCall(options).run(path, words) }
        state = Mutex(.running)
        let number = fpsim_pidfd_open(pid)
        guard number != -1 else {
            let error = Errno.current
            pidDescriptor = FileDescriptor(rawValue: -1)
            kill(pid, SIGKILL)
            _ = try? OwnedChildren.reap(pid)
            throw error
        }
        pidDescriptor = FileDescriptor(rawValue: number)
    }

    deinit {
        if case .running = state.withLock({ $0 }) {
            try? signal(SIGKILL)
            _ = try? wait()
        }
        if pidDescriptor.rawValue >= 0 { close(pidDescriptor.rawValue) }
    }

    /// Sends a signal. A child that has ended already is no error.
    package func signal(_ number: Int32) throws(Errno) {
        do throws(Errno) {
            try SystemCall.once { fpsim_pidfd_send_signal(pidDescriptor.rawValue, number) }
        } catch  where error.rawValue == ESRCH {}
    }

    /// Waits for the end, at most until the deadline.
    /// - Returns: How it ended, or nil where the deadline passed first.
    package func wait(until deadline: ContinuousClock.Instant? = nil) throws(Errno) -> Exit? {
        if case .ended(let exit) = state.withLock({ $0 }) { return exit }
        var descriptor = pollfd(pidDescriptor)
        while true {
            let count = try SystemCall.retrying { poll(&descriptor, 1, Poll.timeout(until: deadline)) }
            if count > 0 { return try reap() }
            if let deadline, ContinuousClock.now >= deadline { return nil }
        }
    }

    /// Waits without a deadline.
    package func wait() throws(Errno) -> Exit {
        guard let exit = try wait(until: nil) else { preconditionFailure("no deadline passes where there is none") }
        return exit
    }

    /// Gives the child up: it lives on, and init reaps it when this process is gone.
    package func detach() {
        state.withLock { $0 = .detached }
    }

    private func reap() throws(Errno) -> Exit {
        try state.withLock { state throws(Errno) in
            if case .ended(let exit) = state { return exit }
            let exit = Exit(waitStatus: try OwnedChildren.reap(pid))
            state = .ended(exit)
            return exit
        }
    }
}

extension ChildProcess.Exit {
    /// From the status of waitpid(2).
    init(waitStatus: CInt) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal: signal)
    }
}

extension ChildProcess.Exit: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}

enum Poll {
    /// The time to a deadline as poll(2) takes it: milliseconds, rounded up so that no loop spins on the last one.
    static func timeout(until deadline: ContinuousClock.Instant?) -> CInt {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        return CInt(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
