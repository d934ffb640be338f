import SystemIO
import Testing

@Suite struct RenameFaultTests {
    @Test func `The item has the new name, made of the old one`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {rename: \"*.latest\"}}")
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        #expect(try mount.names() == ["a.pdf.latest", "f"])
        #expect(try mount.content(of: "a.pdf.latest") == FaultyMount.content)
    }
}
