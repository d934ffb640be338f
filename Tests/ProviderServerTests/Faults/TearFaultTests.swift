import SystemIO
import Testing

@Suite struct TearFaultTests {
    @Test func `The end is another version's than the start`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {torn: {at: 50%}}}")
        let content = try mount.content(of: "a.pdf")
        #expect(content.prefix(50_000) == FaultyMount.content.prefix(50_000))
        #expect(content.dropFirst(50_000) != FaultyMount.content.dropFirst(50_000))
    }
}
