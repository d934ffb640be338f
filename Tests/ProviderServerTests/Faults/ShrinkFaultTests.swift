import SystemIO
import Testing

@Suite struct ShrinkFaultTests {
    @Test func `The file is cut while it is open, its size too`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 2}, do: {shrink: {to: 40%}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.bytes(1000, at: 0).count == 1000)
        #expect(try file.bytes(1000, at: 60_000).isEmpty)
        #expect(try file.status().size == 40_000)
    }
}
