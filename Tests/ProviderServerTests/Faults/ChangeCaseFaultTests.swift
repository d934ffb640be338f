import SystemIO
import Testing

@Suite struct ChangeCaseFaultTests {
    @Test func `The name is in capitals`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {change-case: upper}}")
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        #expect(try mount.names() == ["A.PDF", "f"])
        #expect(try mount.content(of: "A.PDF") == FaultyMount.content)
    }
}
