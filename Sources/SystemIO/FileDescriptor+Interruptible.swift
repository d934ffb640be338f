import CLinux
import Glibc

// Calls on files of a provider that may never answer. Unlike those of their neighbours, they report EINTR: whoever
// interrupted them wants them to end.
extension FileDescriptor {
    /// pread(2), once: the number of bytes, 0 at the end.
    /// - Throws: `Errno`, EINTR too.
    package func readOnce(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try SystemCall.once { pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// openat(2), once.
    /// - Throws: `Errno`, EINTR too.
    package func openOnce(_ path: UnsafePointer<CChar>, _ flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(owning: try SystemCall.once { openat(rawValue, path, flags.rawValue | O_CLOEXEC) })
    }

    /// fstat(2), once.
    /// - Throws: `Errno`, EINTR too.
    package func statusOnce() throws(Errno) -> FileStatus {
        var raw = stat()
        try SystemCall.once { fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// fstatat(2), once.
    /// - Throws: `Errno`, EINTR too.
    package func statusOnce(of name: UnsafePointer<CChar>, followLink: Bool) throws(Errno) -> FileStatus {
        var raw = stat()
        try SystemCall.once { fstatat(rawValue, name, &raw, followLink ? 0 : AT_SYMLINK_NOFOLLOW) }
        return FileStatus(raw)
    }

    /// An extended attribute's value, once (fgetxattr(2)); nil where there is none.
    /// - Throws: `Errno`, EINTR too.
    package func extendedAttributeOnce(_ name: String, limit: Int = 256) throws(Errno) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: limit)
        do throws(Errno) {
            let count = try SystemCall.once { fgetxattr(rawValue, name, &value, limit) }
            return Array(value[..<count])
        } catch  where error == .noData || error == .notSupported {
            return nil
        }
    }
}

extension FileDescriptor {
    /// A path's extended attribute (getxattr(2)), or nil for whatever reason there is none.
    package static func extendedAttribute(_ name: String, of path: [UInt8], limit: Int = 256) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: limit)
        let count = FileName(bytes: path).withCString { getxattr($0, name, &value, limit) }
        return count >= 0 ? Array(value[..<count]) : nil
    }
}

extension Errno {
    package static let noData = Errno(rawValue: ENODATA)
}
