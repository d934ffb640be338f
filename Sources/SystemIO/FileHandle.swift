import CLinux
import Glibc

/// What names an object of a file system however it is renamed, until it is gone (name_to_handle_at(2)).
package struct FileHandle: Hashable, Sendable {
    private let type: CInt
    private let bytes: [UInt8]

    /// The handle of a name in a directory, or (with an empty name) of what the descriptor stands for.
    /// - Throws: `Errno`: `EOPNOTSUPP` where the file system has no handles.
    package init(of name: UnsafePointer<CChar> = emptyName, in directory: FileDescriptor) throws(Errno) {
        let capacity = 128
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<file_handle>.size + capacity, alignment: 8)
        defer { memory.deallocate() }
        let handle = memory.bindMemory(to: file_handle.self, capacity: 1)
        handle.pointee.handle_bytes = UInt32(capacity)
        var mount: CInt = 0
        try SystemCall.retrying {
            name_to_handle_at(directory.rawValue, name, handle, &mount, CInt(CLINUX_AT_EMPTY_PATH))
        }
        type = handle.pointee.handle_type
        bytes = Array(
            UnsafeRawBufferPointer(
                start: memory + MemoryLayout<file_handle>.size, count: Int(handle.pointee.handle_bytes)))
    }

    /// Opens the object. For root only.
    /// - Parameter mount: a descriptor (not `O_PATH`) of anything on the same file system.
    /// - Throws: `Errno`: `ESTALE` if it is gone, `EPERM` without CAP_DAC_READ_SEARCH.
    package func open(on mount: FileDescriptor, _ flags: OpenFlags) throws(Errno) -> OwnedFileDescriptor {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<file_handle>.size + bytes.count, alignment: 8)
        defer { memory.deallocate() }
        let handle = memory.bindMemory(to: file_handle.self, capacity: 1)
        handle.pointee.handle_bytes = UInt32(bytes.count)
        handle.pointee.handle_type = type
        UnsafeMutableRawBufferPointer(start: memory + MemoryLayout<file_handle>.size, count: bytes.count)
            .copyBytes(from: bytes)
        return OwnedFileDescriptor(
            owning: try SystemCall.retrying { open_by_handle_at(mount.rawValue, handle, flags.rawValue | O_CLOEXEC) })
    }
}
