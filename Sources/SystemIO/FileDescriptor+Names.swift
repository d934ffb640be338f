import Glibc

extension FileDescriptor {
    /// All names in this directory but `.` and `..`, for folders that are known to be small.
    /// - Throws: `Errno`.
    package func names() throws(Errno) -> [FileName] {
        let copy = try open(".", [.readOnly, .directory])
        guard let stream = fdopendir(copy.release()) else { throw Errno.current }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw Errno.current }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FileName(cString: $0) }
            }
            if !name.isDotOrDotDot { names.append(name) }
        }
    }
}
