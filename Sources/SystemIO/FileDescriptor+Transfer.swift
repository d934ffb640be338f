import CLinux
import Glibc

extension FileDescriptor {
    /// read(2) at the descriptor's own position: the number of bytes, 0 at the end.
    /// - Throws: `Errno`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try SystemCall.retrying { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// pread(2): the number of bytes, 0 at the end.
    /// - Throws: `Errno`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try SystemCall.retrying { pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// write(2): the number of bytes, which may be fewer than given.
    /// - Throws: `Errno`.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        try SystemCall.retrying { Glibc.write(rawValue, bytes.baseAddress, bytes.count) }
    }

    /// pwrite(2): the number of bytes, which may be fewer than given.
    /// - Throws: `Errno`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try SystemCall.retrying { pwrite(rawValue, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    /// Writes everything, however many calls it takes.
    /// - Throws: `Errno`; how much was written before is unknown then.
    package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest)))
        }
    }

    /// Writes everything, however many calls it takes.
    /// - Throws: `Errno`.
    package func writeAll(_ string: String) throws(Errno) {
        let bytes = Array(string.utf8)
        try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in try writeAll(UnsafeRawBufferPointer(buffer)) }
    }

    /// Writes everything from an offset on.
    /// - Throws: `Errno`; how much was written before is unknown then.
    package func writeAll(_ bytes: [UInt8], at offset: Int64) throws(Errno) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Errno) in
            var done = 0
            while done < buffer.count {
                let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done...]))
                done += try write(rest, at: offset + Int64(done))
            }
        }
    }

    /// Reads to the end, whatever size fstat reports.
    /// - Throws: `Errno`; `EFBIG` if there are more than `limit` bytes.
    package func readToEnd(limit: Int = .max) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try chunk.withUnsafeMutableBufferPointer { (buffer) throws(Errno) in
                try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw Errno(rawValue: EFBIG) }
            bytes += chunk[..<count]
        }
    }

    /// splice(2). A nil offset means the descriptor's own position, and is what a pipe needs.
    /// - Throws: `Errno`.
    package func splice(
        from offset: Int64?, to target: FileDescriptor, at targetOffset: Int64?, count: Int
    ) throws(Errno) -> Int {
        var source = off_t(offset ?? 0)
        var destination = off_t(targetOffset ?? 0)
        return try SystemCall.retrying {
            withUnsafeMutablePointer(to: &source) { sourcePointer in
                withUnsafeMutablePointer(to: &destination) { destinationPointer in
                    CLinux.splice(
                        rawValue, offset == nil ? nil : sourcePointer, target.rawValue,
                        targetOffset == nil ? nil : destinationPointer, count, UInt32(CLINUX_SPLICE_F_MOVE))
                }
            }
        }
    }

    /// copy_file_range(2).
    /// - Throws: `Errno`.
    package func copyRange(
        from offset: Int64, to target: FileDescriptor, at targetOffset: Int64, count: Int
    ) throws(Errno) -> Int {
        var source = off_t(offset)
        var destination = off_t(targetOffset)
        return try SystemCall.retrying {
            copy_file_range(rawValue, &source, target.rawValue, &destination, count, 0)
        }
    }
}
