import Glibc

/// What is in a folder that somebody named on a command line or in a variable.
package enum FolderListing {
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let isFolder: Bool
    }

    /// The names but `.` and `..`, in no order, and empty where it can't be read: for what looks again and again, since
    /// Foundation's listing keeps a little memory each time.
    package static func names(ofPath path: String) -> [String] { ProcessFile.names(in: path) }

    /// The entries but `.` and `..`, by name; symbolic links are followed to tell folders. Names that aren't UTF-8
    /// are left out.
    /// - Throws: `Errno`.
    package static func entries(ofPath path: String) throws(Errno) -> [Entry] {
        guard let stream = opendir(path) else { throw Errno.current }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name, name != ".", name != ".." else { continue }
            var status = stat()
            guard stat(path + "/" + name, &status) == 0 else { continue }
            entries.append(Entry(name: name, isFolder: status.st_mode & S_IFMT == S_IFDIR))
        }
        return entries.sorted { $0.name < $1.name }
    }
}
