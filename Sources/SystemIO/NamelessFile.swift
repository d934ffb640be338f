import Synchronization

/// A file that has no name until it is whole: whoever looks at its folder sees nothing, and nothing is left of it when
/// its process dies. Where the file system has no such files it has a hidden name meanwhile, which goes with this value;
/// a process that is killed leaves that.
package final class NamelessFile: Sendable {
    /// How the hidden ones are called.
    package static let hiddenPrefix = ".unfinished-copy-"

    private let folder: OwnedFileDescriptor
    private let file: OwnedFileDescriptor
    private let hiddenName: Mutex<FileName?>

    package var descriptor: FileDescriptor { file.borrowed }

    /// Makes an empty one, to write to.
    /// - Parameter hides: makes one with a hidden name, whatever the file system can do.
    /// - Throws: `Errno`.
    package init(in folder: FileDescriptor, permissions: UInt32 = 0o666, hides: Bool = false) throws(Errno) {
        self.folder = try folder.duplicate()
        var name: FileName?
        if !hides, let nameless = try Self.openNameless(in: folder, permissions) {
            file = OwnedFileDescriptor(owning: nameless)
        } else {
            let hidden = FileName(Self.hiddenPrefix + String(UInt64.random(in: .min ... .max), radix: 36))
            file = OwnedFileDescriptor(
                owning: try hidden.withCString { (name) throws(Errno) in
                    try folder.open(name, [.writeOnly, .create, .exclusive, .noFollow], permissions: permissions)
                        .release()
                })
            name = hidden
        }
        hiddenName = Mutex(name)
    }

    deinit { remove() }

    /// - Returns: nil where the file system has no files without a name.
    private static func openNameless(in folder: FileDescriptor, _ permissions: UInt32) throws(Errno) -> CInt? {
        do throws(Errno) {
            let file = try folder.open(".", [.writeOnly, .temporary], permissions: permissions)
            // Its name will be made through /proc.
            guard (try? FileDescriptor.workingDirectory.status(of: "/proc/self/fd/\(file.borrowed.rawValue)")) != nil
            else { return nil }
            return file.release()
        } catch  where [.notSupported, .isDirectory, .noSuchFile, .invalidArgument, .noSystemCall].contains(error) {
            return nil
        }
    }

    /// Gives it its name. Nothing is replaced. To be called once.
    /// - Throws: `Errno`: `fileExists` where the name is taken.
    package func name(_ name: FileName) throws(Errno) {
        try name.withCString { (name) throws(Errno) in
            guard let hidden = hiddenName.withLock({ $0 }) else {
                return try file.borrowed.link(in: folder.borrowed, as: name)
            }
            try hidden.withCString { (hidden) throws(Errno) in try move(hidden, to: name) }
            hiddenName.withLock { $0 = nil }
        }
    }

    private func move(_ hidden: UnsafePointer<CChar>, to name: UnsafePointer<CChar>) throws(Errno) {
        let folder = folder.borrowed
        do throws(Errno) {
            return try folder.rename(hidden, to: folder, name, flags: .noReplace)
        } catch  where error == .invalidArgument || error == .noSystemCall || error == .notSupported {
            // A file system that knows no flag of a rename: most of these have links.
        }
        do throws(Errno) {
            try folder.link(hidden, in: folder, as: name)
            try? folder.unlink(hidden)
        } catch  where error != .fileExists {
            // Neither: the name is taken by an empty file, which the copy replaces at once.
            _ = try folder.open(name, [.writeOnly, .create, .exclusive, .noFollow])
            do throws(Errno) {
                try folder.rename(hidden, to: folder, name)
            } catch {
                try? folder.unlink(name)
                throw error
            }
        }
    }

    /// Removes what has no name of its own yet.
    package func remove() {
        let hidden = hiddenName.withLock { name in
            defer { name = nil }
            return name
        }
        hidden?.withCString { try? folder.borrowed.unlink($0) }
    }
}
