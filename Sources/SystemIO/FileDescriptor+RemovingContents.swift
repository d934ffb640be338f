extension FileDescriptor {
    /// Empties this folder, however deep what is in it is. No symbolic link is followed.
    /// - Throws: `Errno`: of the first name that can't be removed.
    package func removeContents() throws(Errno) {
        var names: [(name: FileName, isFolder: Bool)] = []
        var reader = DirectoryReader(try open(".", [.readOnly, .directory]))
        while let entry = try reader.peek() {
            let name = FileName(bytes: entry.name)
            if !name.isDotOrDotDot { names.append((name, entry.kind == .directory)) }
            reader.advance()
        }
        for (name, isFolder) in names {
            try name.withCString { (name) throws(Errno) in
                guard isFolder else { return try unlink(name) }
                let folder = try open(name, [.readOnly, .directory, .noFollow])
                try folder.borrowed.removeContents()
                try folder.close()
                try removeDirectory(name)
            }
        }
    }
}
