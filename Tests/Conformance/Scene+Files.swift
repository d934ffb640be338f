import CLinux
import Glibc

extension Scene {
    @discardableResult
    package func open(_ path: String, _ flags: CInt, mode: mode_t = 0o644, _ wanted: Wanted = .success) -> CInt {
        call("open \(Self.short(path)) \(Self.text(openFlags: flags))", wanted) {
            Glibc.open(path, flags | O_CLOEXEC, mode)
        }
    }

    package func close(_ descriptor: CInt, _ wanted: Wanted = .success) {
        guard descriptor >= 0 else { return }
        call("close", wanted) { Glibc.close(descriptor) }
    }

    /// Opens, does, closes.
    package func with(_ path: String, _ flags: CInt, mode: mode_t = 0o644, _ body: (CInt) -> Void) {
        let descriptor = open(path, flags, mode: mode)
        guard descriptor >= 0 else { return }
        body(descriptor)
        close(descriptor)
    }

    /// Creates or replaces a file.
    package func put(_ path: String, _ text: String = "", mode: mode_t = 0o644) {
        with(path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode) { write($0, text) }
    }

    package func write(_ descriptor: CInt, _ text: String, at offset: off_t? = nil, _ wanted: Wanted = .success) {
        write(descriptor, Array(text.utf8), at: offset, wanted)
    }

    package func write(_ descriptor: CInt, _ bytes: [UInt8], at offset: off_t? = nil, _ wanted: Wanted = .success) {
        guard !bytes.isEmpty else { return }
        let place = offset.map { " at \($0)" } ?? ""
        let count = call("write \(bytes.count) bytes\(place)", wanted) {
            offset.map { pwrite(descriptor, bytes, bytes.count, $0) } ?? Glibc.write(descriptor, bytes, bytes.count)
        }
        if count >= 0 { see("written", count, bytes.count) }
    }

    /// Reads once, and records what came.
    @discardableResult
    package func read(
        _ descriptor: CInt, _ count: Int, at offset: off_t? = nil, _ wanted: Wanted = .success
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let place = offset.map { " at \($0)" } ?? ""
        let got = call("read \(count) bytes\(place)", wanted) {
            offset.map { pread(descriptor, &bytes, count, $0) } ?? Glibc.read(descriptor, &bytes, count)
        }
        guard got >= 0 else { return [] }
        bytes.removeLast(count - got)
        see("got", Self.digest(bytes))
        return bytes
    }

    /// The whole file must hold this.
    package func holds(_ path: String, _ text: String) {
        with(path, O_RDONLY) { see("it holds", String(decoding: read($0, 65536, at: 0), as: UTF8.self), text) }
    }

    package func truncate(_ path: String, to size: off_t, _ wanted: Wanted = .success) {
        call("truncate \(Self.short(path)) to \(size)", wanted) { Glibc.truncate(path, size) }
    }

    package func resize(_ descriptor: CInt, to size: off_t, _ wanted: Wanted = .success) {
        call("ftruncate to \(size)", wanted) { ftruncate(descriptor, size) }
    }

    @discardableResult
    package func seek(_ descriptor: CInt, _ offset: off_t, _ whence: CInt, _ wanted: Wanted = .success) -> off_t {
        let name = [0: "SET", 1: "CUR", 2: "END", 3: "DATA", 4: "HOLE"][whence] ?? "\(whence)"
        let place = call("lseek \(offset) \(name)", wanted) { lseek(descriptor, offset, whence) }
        see("position", place)
        return place
    }

    /// How a step prints bytes: short ones as text, others by length and a checksum (FNV-1a).
    package static func digest(_ bytes: [UInt8]) -> String {
        if bytes.count <= 32, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return "'\(String(decoding: bytes, as: UTF8.self))'"
        }
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(bytes.count) bytes, \(String(hash, radix: 16))"
    }

    /// Names of hundreds of bytes are printed by their beginning and length.
    static func short(_ path: String) -> String {
        path.utf8.count <= 60 ? path : "\(path.prefix(20))… (\(path.utf8.count) bytes)"
    }

    private static let flagNames: [(CInt, String)] = [
        (O_CREAT, "CREAT"), (O_EXCL, "EXCL"), (O_TRUNC, "TRUNC"), (O_APPEND, "APPEND"), (O_NOFOLLOW, "NOFOLLOW"),
        (O_DIRECTORY, "DIRECTORY"), (O_NONBLOCK, "NONBLOCK"), (CInt(CLINUX_O_DIRECT), "DIRECT"),
        (CInt(CLINUX_O_PATH), "PATH"), (O_SYNC, "SYNC"), (O_NOCTTY, "NOCTTY"),
        (CInt(CLINUX_O_NOATIME), "NOATIME"),
    ]

    static func text(openFlags flags: CInt) -> String {
        let access = [O_RDONLY: "RDONLY", O_WRONLY: "WRONLY", O_RDWR: "RDWR"][flags & O_ACCMODE] ?? "mode 3"
        let tmpfile = CInt(CLINUX_O_TMPFILE)
        if flags & tmpfile == tmpfile { return access + "|TMPFILE" }
        return ([access] + flagNames.filter { flags & $0.0 == $0.0 }.map(\.1)).joined(separator: "|")
    }
}
