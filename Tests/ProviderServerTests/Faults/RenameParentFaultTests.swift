import SystemIO
import Testing

@Suite struct RenameParentFaultTests {
    @Test func `The folder has the new name, with all that is in it`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: f/b.pdf, nth: 1}, do: {rename-parent: g}}")
        #expect(throws: Errno.noSuchFile) { try mount.open("f/b.pdf") }
        #expect(try mount.names() == ["a.pdf", "g"])
        #expect(try mount.content(of: "g/b.pdf") == FaultyMount.content)
    }
}
