import CLinux
import Glibc

/// A pipe's two ends, both close-on-exec.
package struct Pipe: ~Copyable {
    package let readEnd: OwnedFileDescriptor
    package let writeEnd: OwnedFileDescriptor

    /// - Throws: `Errno`.
    package init() throws(Errno) {
        var ends: (CInt, CInt) = (-1, -1)
        try SystemCall.retrying {
            withUnsafeMutableBytes(of: &ends) { pipe2($0.bindMemory(to: CInt.self).baseAddress, O_CLOEXEC) }
        }
        readEnd = OwnedFileDescriptor(owning: ends.0)
        writeEnd = OwnedFileDescriptor(owning: ends.1)
    }
}
