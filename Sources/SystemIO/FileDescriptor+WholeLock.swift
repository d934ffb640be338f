import Glibc

extension FileDescriptor {
    /// flock(2), exclusive, without waiting: works on folders too. The kernel lets go when the last descriptor of this
    /// open file description is closed, however its process ends.
    /// - Returns: false when another open file description holds it.
    /// - Throws: `Errno`: EBADF or EOPNOTSUPP on a file system whose folders can't be locked.
    package func lockWhole() throws(Errno) -> Bool {
        do throws(Errno) {
            try SystemCall.retrying { flock(rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch .wouldBlock {
            return false
        }
    }
}
