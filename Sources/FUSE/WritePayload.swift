import CFuse3
import Glibc
import SystemIO

/// The bytes of a write request: in memory, or in a pipe from which they can be spliced. Valid during the call only;
/// a write that is answered later keeps `copied()`.
package struct WritePayload: ~Copyable {
    private let buffers: UnsafeMutablePointer<fuse_bufvec>

    init(_ buffers: UnsafeMutablePointer<fuse_bufvec>) {
        self.buffers = buffers
    }

    package var count: Int { fuse_buf_size(buffers) }

    /// Writes all of it.
    /// - Returns: the number of bytes written, which is less if the disk became full.
    /// - Throws: `Errno` if nothing was written.
    package consuming func write(to file: FileDescriptor, at offset: Int64) throws(Errno) -> Int {
        var target = fpsim_file_buffer(file.rawValue, off_t(offset), count)
        let result = fuse_buf_copy(&target, buffers, fuse_buf_copy_flags(0))
        guard result >= 0 else { throw Errno(rawValue: CInt(-result)) }
        return result
    }

    /// The bytes, in memory of their own.
    package consuming func copied() -> [UInt8] {
        let count = count
        return [UInt8](unsafeUninitializedCapacity: count) { storage, initialized in
            var target = fpsim_memory_buffer(storage.baseAddress, count)
            initialized = max(0, fuse_buf_copy(&target, buffers, fuse_buf_copy_flags(0)))
        }
    }
}
