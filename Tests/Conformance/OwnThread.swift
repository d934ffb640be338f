import CLinux
import Dispatch
import Glibc
import Synchronization
import SystemIO

/// Runs a body on a thread that has its own working directory, file mode mask and credentials, so that a case can
/// change them without a word to the rest of the process.
package enum OwnThread {
    /// Waits for the body's end. The working directory is `directory`, the mask 022.
    package static func run<Value: Sendable>(
        in directory: String, _ body: @escaping @Sendable () -> Value
    ) throws(Errno) -> Value {
        try runBlocking { () -> Result<Value, Errno> in
            guard unshare(CInt(CLINUX_CLONE_FS)) == 0, Glibc.chdir(directory) == 0 else {
                return .failure(Errno.current)
            }
            umask(0o022)
            // The thread that began this one may keep its capabilities when it becomes another user
            // (SECBIT_NO_SETUID_FIXUP, as a provider's does), and a new thread inherits that.
            if geteuid() == 0 { _ = clinux_prctl(PR_SET_SECUREBITS, 0) }
            return .success(body())
        }.get()
    }

    /// The body runs with an empty table of descriptors of its own (0, 1 and 2 are kept): to the kernel, which knows
    /// the owner of a POSIX lock by that table, it is another process.
    package static func runAsOtherLockOwner<Value: Sendable>(
        in directory: String, _ body: @escaping @Sendable () -> Value
    ) throws(Errno) -> Value {
        try run(in: directory) {
            clinux_close_range(3, UInt32.max, UInt32(CLINUX_CLOSE_RANGE_UNSHARE))
            return body()
        }
    }

    /// Runs the body as another user with no capability, then as root again. Only for a thread of `run`.
    package static func run(asUser user: uid_t, group: gid_t, groups: [gid_t] = [], _ body: () -> Void) {
        precondition(clinux_thread_setgroups(groups.count, groups) == 0)
        precondition(clinux_thread_setresgid(group, group, 0) == 0)
        precondition(clinux_thread_setresuid(user, user, 0) == 0)
        body()
        precondition(clinux_thread_setresuid(0, 0, 0) == 0)
        precondition(clinux_thread_setresgid(0, 0, 0) == 0)
        precondition(clinux_thread_setgroups(0, nil) == 0)
    }

    private final class Landing<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let landed = DispatchSemaphore(value: 0)
    }

    private static func runBlocking<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) throws(Errno) -> Value {
        let landing = Landing<Value>()
        try DetachedThread.start {
            let result = body()
            landing.value.withLock { $0 = result }
            landing.landed.signal()
        }
        landing.landed.wait()
        return landing.value.withLock { $0! }
    }
}
