import CLinux
import Glibc

extension Scene {
    /// stat or lstat; what it says is recorded, but for numbers and times that differ between folders.
    @discardableResult
    package func stat(_ path: String, following: Bool = true, _ wanted: Wanted = .success) -> Glibc.stat {
        var status = Glibc.stat()
        let result = call("\(following ? "stat" : "lstat") \(Self.short(path))", wanted) {
            fstatat(AT_FDCWD, path, &status, following ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        if result == 0 { see("status", Self.text(of: status)) }
        return status
    }

    @discardableResult
    package func fstat(_ descriptor: CInt, _ wanted: Wanted = .success) -> Glibc.stat {
        var status = Glibc.stat()
        if call("fstat", wanted, { Glibc.fstat(descriptor, &status) }) == 0 { see("status", Self.text(of: status)) }
        return status
    }

    package func exists(_ path: String, _ wanted: Bool) {
        var status = Glibc.stat()
        see("\(Self.short(path)) exists", Glibc.lstat(path, &status) == 0, wanted)
    }

    package func chmod(_ path: String, _ mode: mode_t, _ wanted: Wanted = .success) {
        call("chmod \(Self.short(path)) \(Self.octal(mode))", wanted) { Glibc.chmod(path, mode) }
    }

    package func chown(_ path: String, _ user: uid_t, _ group: gid_t, _ wanted: Wanted = .success) {
        call("chown \(Self.short(path)) \(Int32(bitPattern: user)):\(Int32(bitPattern: group))", wanted) {
            Glibc.chown(path, user, group)
        }
    }

    package func access(_ path: String, _ mode: CInt, _ wanted: Wanted = .success) {
        call("access \(Self.short(path)) \(mode)", wanted) { Glibc.access(path, mode) }
    }

    /// Sets both times; `UTIME_NOW` and `UTIME_OMIT` go in the nanoseconds.
    package func setTimes(_ path: String, accessed: timespec, modified: timespec, _ wanted: Wanted = .success) {
        call("utimensat \(Self.short(path))", wanted) { utimensat(AT_FDCWD, path, [accessed, modified], 0) }
    }

    package func setAttribute(
        _ name: String, of path: String, to value: String, flags: CInt = 0, _ wanted: Wanted = .success
    ) {
        call("setxattr \(Self.short(path)) \(Self.short(name)) \(value.utf8.count) bytes flags \(flags)", wanted) {
            setxattr(path, name, value, value.utf8.count, flags)
        }
    }

    package func getAttribute(_ name: String, of path: String, room: Int = 65536, _ wanted: Wanted = .success) {
        var buffer = [UInt8](repeating: 0, count: max(room, 1))
        let count = call("getxattr \(Self.short(path)) \(Self.short(name)) into \(room) bytes", wanted) {
            getxattr(path, name, &buffer, room)
        }
        guard count >= 0 else { return }
        see("length", count)
        if room > 0 { see("value", Self.digest(Array(buffer[..<count]))) }
    }

    package func removeAttribute(_ name: String, of path: String, _ wanted: Wanted = .success) {
        call("removexattr \(Self.short(path)) \(Self.short(name))", wanted) { removexattr(path, name) }
    }

    /// The user's attributes, sorted. Those of the system, such as a security module's, aren't compared.
    package func listAttributes(of path: String, _ wanted: [String]) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = call("listxattr \(Self.short(path))") {
            buffer.withUnsafeMutableBytes {
                listxattr(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
        guard count >= 0 else { return }
        let names = buffer[..<count].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        see("attributes", names.filter { $0.hasPrefix("user.") }.sorted(), wanted)
    }

    /// Type and mode, links, owner, and the size of a file or link. A folder's size is its file system's own.
    static func text(of status: Glibc.stat) -> String {
        let size = status.st_mode & S_IFMT == S_IFDIR ? "" : " size \(status.st_size)"
        return "mode \(octal(status.st_mode)) links \(status.st_nlink) owner \(status.st_uid):\(status.st_gid)\(size)"
    }
}
