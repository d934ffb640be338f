import SystemIO
import Testing

@Suite struct TrashFaultTests {
    @Test func `The item is in the trash folder`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {trash: {}}}")
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        #expect(try mount.content(of: ".Trash/a.pdf") == FaultyMount.content)
    }
}
