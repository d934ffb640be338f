import Glibc

/// Locks on single bytes of a file, held by an open file description (fcntl(2), F_OFD_SETLK): the kernel lets go of
/// them when the process dies, however it dies. The bytes need not exist.
package enum ByteRangeLock {
    private static let set: CInt = 37
    private static let get: CInt = 36

    /// Locks the byte for this open file description alone, without waiting.
    /// - Returns: false when another one holds it.
    /// - Throws: `Errno`.
    package static func acquire(byte offset: Int64, of file: FileDescriptor) throws(Errno) -> Bool {
        var request = request(F_WRLCK, offset)
        do throws(Errno) {
            try SystemCall.retrying { fcntl(file.rawValue, set, &request) }
            return true
        } catch  where error == .wouldBlock || error == .permissionDenied {
            return false
        }
    }

    /// Whether another open file description holds the byte.
    /// - Throws: `Errno`.
    package static func isHeldByOther(byte offset: Int64, of file: FileDescriptor) throws(Errno) -> Bool {
        var request = request(F_WRLCK, offset)
        try SystemCall.retrying { fcntl(file.rawValue, get, &request) }
        return request.l_type != F_UNLCK
    }

    private static func request(_ type: CInt, _ offset: Int64) -> flock {
        flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: off_t(offset), l_len: 1, l_pid: 0)
    }
}
