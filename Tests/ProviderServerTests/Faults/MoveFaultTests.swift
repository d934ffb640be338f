import SystemIO
import Testing

@Suite struct MoveFaultTests {
    @Test func `The item is in the other folder, and who has it open reads on`() throws {
        let mount = try FaultyMount("{when: {operation: read, path: a.pdf, nth: 1}, do: {move: {to: Archive/2025}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.content() == FaultyMount.content)
        #expect(throws: Errno.noSuchFile) { try mount.status(of: "a.pdf") }
        #expect(try mount.content(of: "Archive/2025/a.pdf") == FaultyMount.content)
        #expect(try mount.names() == ["Archive", "f"])
    }
}
