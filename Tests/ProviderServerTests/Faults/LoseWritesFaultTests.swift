import SystemIO
import Testing

@Suite struct LoseWritesFaultTests {
    @Test func `A write is accepted and never stored`() throws {
        let mount = try FaultyMount("{when: {operation: write}, do: {lose-writes: {}}}")
        #expect(try mount.write(Array(repeating: 1, count: 2000), to: "a.pdf") == 2000)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
