import Glibc
import SystemIO

/// Removes a tree of any depth: every level by its descriptor, so that no path is longer than a name.
package enum Removal {
    /// - Returns: nil, or the first error; the rest is removed all the same.
    package static func remove(_ path: String) -> Errno? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            return unlink(path) == 0 || errno == ENOENT ? nil : Errno.current
        }
        let inner = empty(descriptor)
        return rmdir(path) == 0 ? nil : inner ?? Errno.current
    }

    /// Takes the descriptor over.
    private static func empty(_ descriptor: CInt) -> Errno? {
        var failure: Errno?
        fchmod(descriptor, 0o700)
        for name in names(in: descriptor) {
            if unlinkat(descriptor, name, 0) == 0 { continue }
            let folder = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if folder >= 0 { failure = failure ?? empty(folder) }
            if unlinkat(descriptor, name, AT_REMOVEDIR) != 0 { failure = failure ?? Errno.current }
        }
        Glibc.close(descriptor)
        return failure
    }

    private static func names(in descriptor: CInt) -> [String] {
        guard let stream = fdopendir(dup(descriptor)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) { names.append(Scene.name(of: entry)) }
        return names.filter { $0 != "." && $0 != ".." }
    }
}
