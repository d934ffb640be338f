import SystemIO
import Testing

@Suite struct PhantomFaultTests {
    @Test func `A name is listed that isn't there`() throws {
        let mount = try FaultyMount("{when: {path: .}, do: {phantom: ghost.pdf}}")
        #expect(try mount.names() == ["a.pdf", "f", "ghost.pdf"])
        #expect(throws: Errno.noSuchFile) { try mount.open("ghost.pdf") }
    }
}
