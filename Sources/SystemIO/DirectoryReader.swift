import CLinux
import Glibc

/// The entries of an open directory, by getdents64(2) into memory of its own. Positions are the file system's own,
/// so that telldir(3) and seekdir(3) hold through changes as they do there.
package struct DirectoryReader: ~Copyable {
    package struct Entry {
        /// Valid until the reader moves on.
        package let name: UnsafeRawBufferPointer
        package let inode: UInt64
        /// Nil where the file system doesn't say.
        package let kind: FileStatus.Kind?
        /// Where reading goes on after this entry.
        package let next: UInt64

        package init(name: UnsafeRawBufferPointer, inode: UInt64, kind: FileStatus.Kind?, next: UInt64) {
            self.name = name
            self.inode = inode
            self.kind = kind
            self.next = next
        }
    }

    package let descriptor: OwnedFileDescriptor
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var consumed = 0
    /// The position of the entry that `peek` gives.
    private var position: UInt64 = 0

    package init(_ descriptor: consuming OwnedFileDescriptor) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: 32 * 1024, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// Goes to the beginning (0) or to what an entry gave as `next`.
    /// - Throws: `Errno`.
    package mutating func seek(to position: UInt64) throws(Errno) {
        // At the beginning the directory is read afresh, as rewinddir(3) has it.
        if position == self.position && position != 0 { return }
        try SystemCall.retrying { lseek(descriptor.borrowed.rawValue, off_t(Int64(bitPattern: position)), SEEK_SET) }
        self.position = position
        filled = 0
        consumed = 0
    }

    /// The entry at the position, or nil at the end.
    /// - Throws: `Errno`.
    package mutating func peek() throws(Errno) -> Entry? {
        if consumed == filled {
            filled = try SystemCall.retrying {
                getdents64(descriptor.borrowed.rawValue, buffer.baseAddress, buffer.count)
            }
            consumed = 0
            if filled == 0 { return nil }
        }
        // struct linux_dirent64: ino, off, reclen, type, name.
        let record = UnsafeRawPointer(buffer.baseAddress! + consumed)
        let name = record + 19
        return Entry(
            name: UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self))),
            inode: record.load(as: UInt64.self),
            kind: FileStatus.Kind(rawValue: UInt32(record.load(fromByteOffset: 18, as: UInt8.self)) << 12),
            next: record.load(fromByteOffset: 8, as: UInt64.self))
    }

    /// Goes past the entry that `peek` gave.
    package mutating func advance() {
        guard consumed < filled else { return }
        let record = UnsafeRawPointer(buffer.baseAddress! + consumed)
        position = record.load(fromByteOffset: 8, as: UInt64.self)
        consumed += Int(record.load(fromByteOffset: 16, as: UInt16.self))
    }
}
