import CLinux
import Glibc

/// As whom the calling thread makes files. Only a process of root can be somebody else.
package struct ThreadIdentity {
    private let userID = geteuid()
    private let groupID = getegid()
    private let umask: UInt32
    private let isPrivileged: Bool

    /// Takes note of the thread's identity and the process's umask. The thread keeps its capabilities while it makes
    /// files for others (they would go with the user): who may make a file has been decided by then, by groups that
    /// this thread doesn't have.
    package init() {
        umask = Glibc.umask(0)
        _ = Glibc.umask(umask)
        // SECBIT_NO_SETUID_FIXUP
        isPrivileged = geteuid() == 0 && clinux_prctl(PR_SET_SECUREBITS, 1 << 2) == 0
    }

    /// Does what `body` makes as this user, with this umask. It costs nothing where those are the process's own.
    @inline(__always)
    package func perform<Result: ~Copyable>(
        userID: UInt32, groupID: UInt32, umask: UInt32, _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        let changesUser = isPrivileged && (userID != self.userID || groupID != self.groupID)
        if umask != self.umask { _ = Glibc.umask(umask) }
        if changesUser {
            setfsgid(groupID)
            setfsuid(userID)
        }
        defer {
            if umask != self.umask { _ = Glibc.umask(self.umask) }
            if changesUser {
                setfsuid(self.userID)
                setfsgid(self.groupID)
            }
        }
        return try body()
    }
}
