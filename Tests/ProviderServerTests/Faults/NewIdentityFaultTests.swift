import SystemIO
import Testing

@Suite struct NewIdentityFaultTests {
    @Test func `Another item has the path and the bytes`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {new-identity: {}}}")
        let before = try mount.identifier(of: "a.pdf")
        _ = try mount.open("a.pdf")
        #expect(try mount.identifier(of: "a.pdf") != before)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
