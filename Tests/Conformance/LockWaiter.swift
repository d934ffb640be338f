import CLinux
import Dispatch
import Glibc
import Synchronization
import SystemIO

/// A thread that waits for the lock of the file `a`.
final class LockWaiter: Sendable {
    private let ended = DispatchSemaphore(value: 0)
    private let thread = Mutex<pid_t>(0)
    private let outcome = Mutex<CInt>(-2)

    init(folder: String) {
        let started = DispatchSemaphore(value: 0)
        try? DetachedThread.start { [self] in
            thread.withLock { $0 = gettid() }
            let file = open("\(folder)/a", O_RDWR | O_CLOEXEC)
            started.signal()
            let result = flock(file, LOCK_EX)
            Glibc.close(file)
            outcome.withLock { $0 = result }
            ended.signal()
        }
        started.wait()
    }

    /// Whether the thread got as far as sleeping in the kernel's lock, as /proc says; false when it ended instead.
    var isBlocked: Bool {
        let path = "/proc/self/task/\(thread.withLock { $0 })/wchan"
        for _ in 0..<100_000 {
            if outcome.withLock({ $0 }) != -2 { return false }
            let file = open(path, O_RDONLY | O_CLOEXEC)
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(file, &bytes, 64)
            Glibc.close(file)
            if count > 0, String(decoding: bytes[..<count], as: UTF8.self).contains("lock") { return true }
            sched_yield()
        }
        return false
    }

    var result: CInt {
        ended.wait()
        return outcome.withLock { $0 }
    }
}
