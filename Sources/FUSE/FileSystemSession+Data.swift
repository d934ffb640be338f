import CFuse3
import Glibc
import SystemIO

extension FileSystemSession {
    /// Up to this many bytes copying is quicker than moving pages through a pipe.
    private static let largestCopy = 64 * 1024

    /// Answers a read with bytes of a file.
    /// - Returns: how many, where that is known.
    func sendFile(_ request: fuse_req_t, _ file: FileDescriptor, offset: Int64, count: Int) -> Int? {
        guard count > FileSystemSession.largestCopy else {
            return copyFile(request, file, offset: offset, count: count)
        }
        var buffers = fpsim_file_buffer(file.rawValue, off_t(offset), count)
        fuse_reply_data(request, &buffers, FUSE_BUF_SPLICE_MOVE)
        return nil
    }

    private func copyFile(_ request: fuse_req_t, _ file: FileDescriptor, offset: Int64, count: Int) -> Int {
        let memory = pool.bytes
        do throws(Errno) {
            let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]), at: offset)
            fuse_reply_buf(request, memory.baseAddress!.assumingMemoryBound(to: CChar.self), read)
            return read
        } catch {
            fuse_reply_err(request, error.rawValue)
            return 0
        }
    }
}
