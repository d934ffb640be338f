import CFuse3
import SystemIO

/// The entries of one readdir or readdirplus answer, as the kernel wants them, in memory that is used again.
package struct ListingBuffer: ~Copyable {
    private var storage: UnsafeMutableRawBufferPointer
    private var used = 0
    private var limit = 0

    package init() {
        storage = .allocate(byteCount: 64 * 1024, alignment: 16)
    }

    deinit {
        storage.deallocate()
    }

    /// Begins an answer of at most `size` bytes.
    package mutating func begin(size: Int) {
        used = 0
        limit = size
        guard size > storage.count else { return }
        storage.deallocate()
        storage = .allocate(byteCount: size, alignment: 16)
    }

    package var isEmpty: Bool { used == 0 }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[..<used]) }

    /// Adds a name for readdir. `next` is where a later readdir goes on after this entry.
    /// - Returns: false if it doesn't fit; then the answer is complete without it.
    package mutating func add(
        name: UnsafeRawBufferPointer, inode: UInt64, kind: FileStatus.Kind?, next: UInt64
    ) -> Bool {
        let size = paddedSize(nameCount: name.count)
        guard used + size <= limit else { return false }
        put(name: name, inode: inode, kind: kind, next: next, at: used, size: size)
        used += size
        return true
    }

    /// Whether readdirplus can take another entry whose name has so many bytes. Ask before the lookup: an entry that
    /// was added is a lookup that the kernel will give back.
    package func fits(nameCount: Int) -> Bool {
        used + MemoryLayout<fuse_entry_out>.size + paddedSize(nameCount: nameCount) <= limit
    }

    /// Adds a name for readdirplus. Without an entry (`.`, `..`, or an object that can't be looked up) the kernel
    /// looks the name up itself when it is needed, and no lookup is counted.
    /// - Returns: false if it doesn't fit.
    package mutating func add(
        name: UnsafeRawBufferPointer, entry: Entry?, inode: UInt64, kind: FileStatus.Kind?, next: UInt64
    ) -> Bool {
        guard fits(nameCount: name.count) else { return false }
        let size = paddedSize(nameCount: name.count)
        storage.storeBytes(of: entry?.raw ?? fuse_entry_out(), toByteOffset: used, as: fuse_entry_out.self)
        used += MemoryLayout<fuse_entry_out>.size
        put(name: name, inode: inode, kind: kind, next: next, at: used, size: size)
        used += size
        return true
    }

    private static let nameOffset = 24

    private func paddedSize(nameCount: Int) -> Int { (ListingBuffer.nameOffset + nameCount + 7) & ~7 }

    /// A `struct fuse_dirent`: ino, off, namelen, type, name, and zeros up to a multiple of eight.
    private func put(
        name: UnsafeRawBufferPointer, inode: UInt64, kind: FileStatus.Kind?, next: UInt64, at offset: Int, size: Int
    ) {
        let place = storage.baseAddress! + offset
        place.storeBytes(of: inode, as: UInt64.self)
        place.storeBytes(of: next, toByteOffset: 8, as: UInt64.self)
        place.storeBytes(of: UInt32(name.count), toByteOffset: 16, as: UInt32.self)
        place.storeBytes(of: (kind?.rawValue ?? 0) >> 12, toByteOffset: 20, as: UInt32.self)
        (place + size - 8).storeBytes(of: 0, as: UInt64.self)
        (place + ListingBuffer.nameOffset).copyMemory(from: name.baseAddress!, byteCount: name.count)
    }
}
