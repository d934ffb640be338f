import Glibc

/// A file's bytes, mapped for reading.
package struct MappedFile: ~Copyable {
    package let bytes: UnsafeRawBufferPointer

    /// - Parameter size: the file's, where that is known; nil asks for it.
    /// - Throws: `Errno`.
    package init(_ file: FileDescriptor, size: Int? = nil) throws(Errno) {
        let size = if let size { size } else { Int(try file.status().size) }
        guard size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        // A small file is wanted whole, which costs less at once than page by page.
        let flags = size <= 1 << 20 ? MAP_PRIVATE | MAP_POPULATE : MAP_PRIVATE
        let address = mmap(nil, size, PROT_READ, flags, file.rawValue, 0)
        guard let address, address != MAP_FAILED else { throw Errno.current }
        bytes = UnsafeRawBufferPointer(start: address, count: size)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
