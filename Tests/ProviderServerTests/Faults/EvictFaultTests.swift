import SystemIO
import Testing

@Suite struct EvictFaultTests {
    @Test func `The content is gone, and comes again when it is read`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {evict: {}}}")
        let file = try mount.open("a.pdf")
        #expect(try mount.status(of: "a.pdf").blocks == 0)
        #expect(try mount.status(of: "a.pdf").size == 100_000)
        #expect(try file.content() == FaultyMount.content)
        #expect(try mount.status(of: "a.pdf").blocks > 0)
    }
}
