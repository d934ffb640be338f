import CLinux
import Glibc

// Extended attributes of a name in this directory, or (with an empty name) of what this descriptor stands for, be it
// `O_PATH` or not: by way of `/proc`, since the calls that take a directory are newer than Debian 12. A symbolic link
// isn't followed.
extension FileDescriptor {
    /// The value, as it fits into `buffer`; with an empty buffer only its size.
    /// - Throws: `Errno`: `ENODATA` if there is none, `ERANGE` if it doesn't fit.
    package func extendedAttribute(
        _ attribute: UnsafePointer<CChar>, of name: UnsafePointer<CChar> = emptyName,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        try withPath(of: name) { (path, follow) throws(Errno) in
            try SystemCall.retrying {
                follow
                    ? getxattr(path, attribute, buffer.baseAddress, buffer.count)
                    : lgetxattr(path, attribute, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// The names, each with a NUL behind it, as they fit into `buffer`; with an empty buffer only their size.
    /// - Throws: `Errno`: `ERANGE` if they don't fit.
    package func extendedAttributeNames(
        of name: UnsafePointer<CChar> = emptyName, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        try withPath(of: name) { (path, follow) throws(Errno) in
            let list = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return try SystemCall.retrying {
                follow ? listxattr(path, list, buffer.count) : llistxattr(path, list, buffer.count)
            }
        }
    }

    /// setxattr(2), with its flags.
    package func setExtendedAttribute(
        _ attribute: UnsafePointer<CChar>, of name: UnsafePointer<CChar> = emptyName, to value: [UInt8], flags: CInt
    ) throws(Errno) {
        _ = try withPath(of: name) { (path, follow) throws(Errno) in
            try SystemCall.retrying {
                follow
                    ? setxattr(path, attribute, value, value.count, flags)
                    : lsetxattr(path, attribute, value, value.count, flags)
            }
        }
    }

    package func removeExtendedAttribute(
        _ attribute: UnsafePointer<CChar>, of name: UnsafePointer<CChar> = emptyName
    ) throws(Errno) {
        _ = try withPath(of: name) { (path, follow) throws(Errno) in
            try SystemCall.retrying { follow ? removexattr(path, attribute) : lremovexattr(path, attribute) }
        }
    }

    /// `/proc/self/fd/N/name`, or `/proc/self/fd/N`, which itself has to be followed.
    @inline(__always)
    private func withPath<Result>(
        of name: UnsafePointer<CChar>, _ body: (UnsafePointer<CChar>, _ follow: Bool) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        let isOwn = name[0] == 0
        var path = Array("/proc/self/fd/\(rawValue)\(isOwn ? "" : "/")".utf8CString)
        if !isOwn {
            path.removeLast()
            path.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
        }
        return try path.withUnsafeBufferPointer { (buffer) throws(Errno) in try body(buffer.baseAddress!, isOwn) }
    }
}
