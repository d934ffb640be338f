import SystemIO

/// A file that somebody named, read whole.
enum NamedFile {
    /// What isn't a file is refused before anything blocks on it; but for what a shell hands over as `<(…)`.
    /// - Throws: `CommandFailure`; `Errno.fileTooLarge` where it has more bytes than the limit.
    static func content(of path: String, limit: Int = Int.max) throws -> [UInt8] {
        if ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"].contains(where: path.hasPrefix) {
            let descriptor = try FileDescriptor.workingDirectory.open(path, [.readOnly])
            return try descriptor.borrowed.readToEnd(limit: limit)
        }
        do throws(RegularFile.ReadError) {
            return try RegularFile.content(ofPath: path, limit: limit)
        } catch {
            switch error {
            case .system(let errno): throw CommandFailure(.noInput, "\(path): \(errno)")
            case .notRegular(let kind): throw CommandFailure(.noInput, "\(path): it is \(kind), no file")
            case .tooLarge: throw Errno.fileTooLarge
            }
        }
    }
}
