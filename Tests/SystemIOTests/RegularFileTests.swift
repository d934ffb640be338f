import Glibc
import SystemIO
import Testing

@Suite struct RegularFileTests {
    @Test func `What isn't a regular file is refused without waiting for it`() throws {
        let folder = try mkdtempFolder()
        defer { _ = rmdir(folder) }
        let fifo = folder + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        defer { unlink(fifo) }
        #expect(throws: RegularFile.ReadError.notRegular("a FIFO")) { try RegularFile.content(ofPath: fifo, limit: 9) }
        #expect(throws: RegularFile.ReadError.notRegular("a folder")) {
            try RegularFile.content(ofPath: folder, limit: 9)
        }
        #expect(throws: RegularFile.ReadError.notRegular("a device")) {
            try RegularFile.content(ofPath: "/dev/zero", limit: 9)
        }
        #expect(throws: RegularFile.ReadError.system(.noSuchFile)) {
            try RegularFile.content(ofPath: folder + "/none", limit: 9)
        }
    }

    @Test func `A file is held to the limit, even one that states no size`() throws {
        #expect(throws: RegularFile.ReadError.tooLarge(limit: 3)) {
            try RegularFile.content(ofPath: "/proc/self/status", limit: 3)
        }
        #expect(try RegularFile.content(ofPath: "/proc/self/status", limit: 1 << 20).starts(with: "Name:".utf8))
    }

    private func mkdtempFolder() throws -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/fpsim-regular-file.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
