import Glibc
import SystemIO
import Testing

@Suite struct InodeFlagsTests {
    @Test func `Flags that are set are told, and what has none says so`() throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/fpsim-flags.XXXXXX".utf8CString)
        let number = mkstemp(&template)
        try #require(number >= 0)
        defer { close(number) }
        unlink(template)
        let file = FileDescriptor(rawValue: number)
        do throws(Errno) {
            var flags = try file.perform(.getFlags)
            #expect(flags.count == 4)
            flags[0] |= 0x40
            #expect(try file.perform(.setFlags, with: flags) == [])
            #expect(try file.perform(.getFlags) == flags)
            #expect(try file.perform(.getExtended).count == 28)
        } catch {
            #expect([.noSuchControl, .notSupported].contains(error))
        }
        let null = try FileDescriptor.workingDirectory.open("/dev/null", .readOnly)
        #expect(throws: Errno.noSuchControl) { try null.borrowed.perform(.getFlags) }
        try null.close()
    }
}
