import CLinux
import Glibc

/// A child that is a copy of this process: for processes of one thread only.
package struct ForkedChild: ~Copyable {
    private let pid: pid_t
    private let pidDescriptor: OwnedFileDescriptor

    /// Runs `body` in a child, which exits when it returns, without running anything else of this program, and which
    /// is killed when this process ends.
    /// - Throws: `Errno`.
    package init(_ body: () -> Void) throws(Errno) {
        let child = try Self.fork(body)
        let descriptor = try Self.descriptor(of: child)
        pid = child
        pidDescriptor = descriptor
    }

    private static func fork(_ body: () -> Void) throws(Errno) -> pid_t {
        let parent = getpid()
        let child = try SystemCall.once { fpsim_bare_fork() }
        if child == 0 {
            // One that waits for something for ever would else outlive a parent that is killed.
            _ = fpsim_set_parent_death_signal(SIGKILL)
            guard getppid() == parent else { _exit(0) }
            body()
            _exit(0)
        }
        return child
    }

    private static func descriptor(of child: pid_t) throws(Errno) -> OwnedFileDescriptor {
        do throws(Errno) {
            return OwnedFileDescriptor(owning: try SystemCall.retrying { fpsim_pidfd_open(child) })
        } catch {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            throw error
        }
    }

    /// Waits for the end, and kills the child when the deadline passes first.
    /// - Returns: how it ended, and nil when the deadline ended it.
    /// - Throws: `Errno`.
    package consuming func wait(until deadline: ContinuousClock.Instant) throws(Errno) -> ChildProcess.Exit? {
        let isInTime = Readiness.isReadable(pidDescriptor.borrowed, until: deadline)
        if !isInTime { kill(pid, SIGKILL) }
        var status: CInt = 0
        try SystemCall.retrying { waitpid(pid, &status, 0) }
        return isInTime ? ChildProcess.Exit(waitStatus: status) : nil
    }
}

extension FileDescriptor {
    /// Closes a descriptor in a forked child, whose parent goes on owning its own.
    package func closeInForkedChild() {
        _ = close(rawValue)
    }
}
