import SystemIO
import Testing

@Suite struct GrowFaultTests {
    @Test func `A file is a part at first, and whole in the end`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {grow: {from: 60%, over: 1s}}}")
        let file = try mount.open("a.pdf")
        let size = try file.status().size
        #expect(size >= 60_000 && size < 100_000)
        let deadline = ContinuousClock.now + .seconds(10)
        while try file.status().size < 100_000, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
