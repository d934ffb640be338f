import CLinux
import Glibc

extension Scene {
    package func mkdir(_ path: String, mode: mode_t = 0o755, _ wanted: Wanted = .success) {
        call("mkdir \(Self.short(path)) \(Self.octal(mode))", wanted) { Glibc.mkdir(path, mode) }
    }

    package func rmdir(_ path: String, _ wanted: Wanted = .success) {
        call("rmdir \(Self.short(path))", wanted) { Glibc.rmdir(path) }
    }

    package func unlink(_ path: String, _ wanted: Wanted = .success) {
        call("unlink \(Self.short(path))", wanted) { Glibc.unlink(path) }
    }

    package func link(_ old: String, _ new: String, _ wanted: Wanted = .success) {
        call("link \(Self.short(old)) to \(Self.short(new))", wanted) { Glibc.link(old, new) }
    }

    package func symlink(_ target: String, _ path: String, _ wanted: Wanted = .success) {
        call("symlink \(Self.short(path)) -> \(Self.short(target))", wanted) { Glibc.symlink(target, path) }
    }

    /// What the link holds is recorded.
    package func readlink(_ path: String, _ wanted: Wanted = .success) {
        var buffer = [CChar](repeating: 0, count: 4097)
        let count = call("readlink \(Self.short(path))", wanted) { Glibc.readlink(path, &buffer, 4096) }
        if count >= 0 { see("target", Self.short(String(decoding: buffer[..<count].map(UInt8.init), as: UTF8.self))) }
    }

    package func rename(_ old: String, _ new: String, _ wanted: Wanted = .success) {
        call("rename \(Self.short(old)) to \(Self.short(new))", wanted) { Glibc.rename(old, new) }
    }

    /// renameat2 with `NOREPLACE` (1), `EXCHANGE` (2) or other flags.
    package func rename(_ old: String, _ new: String, flags: UInt32, _ wanted: Wanted = .success) {
        let name = [1: "NOREPLACE", 2: "EXCHANGE", 4: "WHITEOUT"][flags] ?? "flags \(flags)"
        call("rename \(Self.short(old)) to \(Self.short(new)) \(name)", wanted) {
            renameat2(AT_FDCWD, old, AT_FDCWD, new, flags)
        }
    }

    package func mknod(_ path: String, mode: mode_t, device: dev_t = 0, _ wanted: Wanted = .success) {
        call("mknod \(Self.short(path)) \(Self.octal(mode))", wanted) { Glibc.mknod(path, mode, device) }
    }

    package func chdir(_ path: String, _ wanted: Wanted = .success) {
        call("chdir \(Self.short(path))", wanted) { Glibc.chdir(path) }
    }

    /// The names in a folder but `.` and `..`, sorted and recorded.
    @discardableResult
    package func list(_ path: String = ".", _ wanted: [String]? = nil) -> [String] {
        var stream: OpaquePointer?
        call("opendir \(Self.short(path))") {
            stream = opendir(path)
            return stream == nil ? -1 : 0
        }
        guard let stream else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        var dots = 0
        while let entry = Glibc.readdir(stream) {
            let name = Self.name(of: entry)
            if name == "." || name == ".." { dots += 1 } else { names.append(name) }
        }
        names.sort()
        see("dots", dots, 2)
        if let wanted { see("names", names, wanted) } else { see("names", names) }
        return names
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
    }

    static func octal(_ mode: mode_t) -> String { "0" + String(mode, radix: 8) }
}
