import Glibc
import Synchronization

/// The children that this process started itself and hasn't reaped. Whatever else is its child was inherited: as a
/// subreaper it gets the orphans of those that it starts.
enum OwnedChildren {
    private static let pids = Mutex<Set<pid_t>>([])

    /// Starts a child and knows it from its first moment.
    static func adding(_ start: () throws(Errno) -> pid_t) throws(Errno) -> pid_t {
        try pids.withLock { pids throws(Errno) in
            let pid = try start()
            pids.insert(pid)
            return pid
        }
    }

    /// Waits for the end of one, which is its owner's to do.
    /// - Returns: The status of waitpid(2).
    static func reap(_ pid: pid_t) throws(Errno) -> CInt {
        try pids.withLock { pids throws(Errno) in
            var status: CInt = 0
            try SystemCall.retrying { waitpid(pid, &status, 0) }
            pids.remove(pid)
            return status
        }
    }

    /// Does something about those of these children that nobody here started, while none can be started.
    static func withOthers<Value>(_ children: @autoclosure () -> [pid_t], _ body: ([pid_t]) -> Value) -> Value {
        pids.withLock { pids in body(children().filter { !pids.contains($0) }) }
    }
}
