import SystemIO
import Testing

@Suite struct DenyFaultTests {
    @Test func `An open is refused with the error, and only of what matches`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf}, do: {deny: EPERM}}")
        #expect(throws: Errno.notPermitted) { try mount.content(of: "a.pdf") }
        #expect(try mount.content(of: "f/b.pdf") == FaultyMount.content)
        #expect(try mount.firings() == 1)
    }
}
