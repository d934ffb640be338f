import SystemIO

/// An open file of a source.
package class SourceFile: PooledDescriptor {
    package let node: SourceNode
    package let flags: OpenFlags

    init(_ node: SourceNode, _ flags: OpenFlags, pool: DescriptorPool?) {
        self.node = node
        self.flags = flags
        super.init(pool: pool)
        node.openCount += 1
    }

    deinit {
        node.openCount -= 1
    }

    /// The descriptor, valid until the next use of the source, or nil for content that no descriptor has.
    /// - Throws: `Errno`: `ESTALE` if it was closed meanwhile and can't be opened again.
    package func descriptor() throws(Errno) -> FileDescriptor? { nil }

    /// Bytes at an offset: fewer than the buffer takes mean the end.
    /// - Throws: `Errno`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        guard let descriptor = try descriptor() else { return 0 }
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try descriptor.read(into: rest, at: offset + Int64(done))
            if count == 0 { break }
            done += count
        }
        return done
    }

    package func status() throws(Errno) -> FileStatus {
        guard let descriptor = try descriptor() else { throw .stale }
        return try descriptor.status()
    }
}
