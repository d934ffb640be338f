import CLinux
import Glibc

/// Waits for processes that aren't children.
package enum ProcessExit {
    /// - Returns: false if the process still lives at the deadline. One that doesn't exist has ended.
    package static func wait(for pid: pid_t, until deadline: ContinuousClock.Instant) -> Bool {
        let number = fpsim_pidfd_open(pid)
        guard number >= 0 else { return true }
        let process = OwnedFileDescriptor(owning: number)
        var descriptor = pollfd(fd: process.borrowed.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let count = (try? SystemCall.retrying { poll(&descriptor, 1, Poll.timeout(until: deadline)) }) ?? 1
            if count > 0 { return true }
            if ContinuousClock.now >= deadline { return false }
        }
    }

    /// Waits for its end, and kills it where it still lives at the deadline.
    package static func enforce(on pid: pid_t, after deadline: ContinuousClock.Instant) {
        let number = fpsim_pidfd_open(pid)
        guard number >= 0 else { return }
        let process = OwnedFileDescriptor(owning: number)
        var descriptor = pollfd(fd: process.borrowed.rawValue, events: Int16(POLLIN), revents: 0)
        let count = (try? SystemCall.retrying { poll(&descriptor, 1, Poll.timeout(until: deadline)) }) ?? 0
        if count <= 0 { _ = fpsim_pidfd_send_signal(process.borrowed.rawValue, SIGKILL) }
    }
}
