import SystemIO

/// Why bytes were not copied from one file to another, and on which side.
enum CopyFailure: Error {
    case source(Errno)
    case target(Errno)
}

extension FileDescriptor {
    /// Copies what is left of this file.
    /// - Returns: the lowercase hexadecimal SHA-256 of the bytes.
    func copy(to target: FileDescriptor) throws(CopyFailure) -> String {
        let digest = SHA256Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            let count: Int
            do throws(Errno) { count = try read(into: buffer) } catch { throw .source(error) }
            if count == 0 { return digest.finish() }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(piece)
            do throws(Errno) { try target.writeAll(piece) } catch { throw .target(error) }
        }
    }
}
