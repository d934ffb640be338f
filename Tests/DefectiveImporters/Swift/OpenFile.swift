import FileCoordination
import Glibc

/// A file by its descriptor: what Foundation's own reading hides, a short read or an interruption, is seen here.
final class OpenFile {
    struct Identity: Equatable {
        var inode: UInt
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private let descriptor: CInt

    init(_ url: URL, _ flags: CInt) throws {
        descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { open($0, flags | O_CLOEXEC, 0o600) } ?? -1
        }
        guard descriptor >= 0 else { throw OpenFile.posix(errno) }
    }

    deinit { close(descriptor) }

    static func posix(_ number: CInt) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }

    func identity() throws -> Identity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw OpenFile.posix(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw CocoaError(.fileReadUnknown) }
        return Identity(
            inode: status.st_ino, size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }

    /// The next bytes; nil at the end.
    func read(until deadline: Date) throws -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return count == 0 ? nil : Array(buffer[..<count]) }
            guard errno == EINTR, Date.now < deadline else { throw OpenFile.posix(errno) }
        }
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OpenFile.posix(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads again from the start, and compares.
    func equals(_ other: URL, until deadline: Date) throws -> Bool {
        lseek(descriptor, 0, SEEK_SET)
        let file = try OpenFile(other, O_RDONLY)
        var copy: [UInt8] = []
        while let chunk = try file.read(until: deadline) { copy += chunk }
        var offset = 0
        while let chunk = try read(until: deadline) {
            guard copy.dropFirst(offset).starts(with: chunk) else { return false }
            offset += chunk.count
        }
        return offset == copy.count
    }

    /// flock(2), until the file is closed or the process ends.
    /// - Returns: false where another process has it.
    func isLocked(_ how: CInt) throws -> Bool {
        if flock(descriptor, how) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw OpenFile.posix(errno) }
        return false
    }

    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw OpenFile.posix(errno) }
    }
}
