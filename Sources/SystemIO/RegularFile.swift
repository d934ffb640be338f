import Glibc

/// Reads of whole files that somebody named on a command line: what isn't a regular file is refused before anything
/// can block on it, and what is too large before it is read.
package enum RegularFile {
    package enum ReadError: Error, Hashable, Sendable {
        case system(Errno)
        /// It is a folder, a FIFO, a device or a socket.
        case notRegular(String)
        case tooLarge(limit: Int)
    }

    /// The file's bytes.
    /// - Parameter limit: in bytes; a larger file is refused.
    /// - Throws: `ReadError`.
    package static func content(ofPath path: String, limit: Int) throws(ReadError) -> [UInt8] {
        do {
            return try read(path, limit)
        } catch let error as ReadError {
            throw error
        } catch {
            throw .system(error as? Errno ?? .ioError)
        }
    }

    /// Whether anything has this path, of whatever kind: reading it will say what is wrong with it.
    package static func nameExists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    private static func read(_ path: String, _ limit: Int) throws -> [UInt8] {
        // Without O_NONBLOCK the open of a FIFO waits for a writer, perhaps for ever.
        let number = try SystemCall.retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        let descriptor = OwnedFileDescriptor(owning: number)
        var status = stat()
        try SystemCall.retrying { fstat(descriptor.borrowed.rawValue, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ReadError.notRegular(kind(of: status.st_mode)) }
        guard status.st_size <= limit else { throw ReadError.tooLarge(limit: limit) }
        var content: [UInt8] = []
        content.reserveCapacity(Int(status.st_size) + 1)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try SystemCall.retrying {
                Glibc.read(descriptor.borrowed.rawValue, &buffer, buffer.count)
            }
            if count == 0 { return content }
            // A file that grows meanwhile, or one of /proc that states no size, is held to the limit too.
            guard content.count + count <= limit else { throw ReadError.tooLarge(limit: limit) }
            content += buffer[..<count]
        }
    }

    private static func kind(of mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        case S_IFCHR, S_IFBLK: "a device"
        default: "no regular file"
        }
    }
}

extension RegularFile.ReadError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .system(let errno): "\(errno)"
        case .notRegular(let kind): "it is \(kind), no file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        }
    }
}
