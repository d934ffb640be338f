import SystemIO
import Testing

@Suite struct DeleteFaultTests {
    @Test func `The item is gone, and who has it open reads on`() throws {
        let mount = try FaultyMount("{when: {operation: read, path: a.pdf, nth: 1}, do: {delete: {}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.content() == FaultyMount.content)
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        #expect(try mount.names() == ["f"])
    }
}
