import SystemIO
import Testing

@Suite struct ChangeNormalizationFaultTests {
    @Test func `The name has other bytes for the same text`() throws {
        let mount = try FaultyMount(
            "{when: {operation: open, nth: 1, path: a.pdf}, do: {rename: \"\\u00e9.pdf\"}}",
            "{when: {operation: read, nth: 1, path: \"\\u00e9.pdf\"}, do: {change-normalization: nfd}}")
        #expect(throws: Errno.noSuchFile) { try mount.open("a.pdf") }
        let file = try mount.open("\u{e9}.pdf")
        _ = try file.bytes(1, at: 0)
        #expect(try Set(mount.names().map { Array($0.utf8) }) == [Array("e\u{301}.pdf".utf8), Array("f".utf8)])
    }
}
