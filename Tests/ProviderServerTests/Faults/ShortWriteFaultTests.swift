import SystemIO
import Testing

@Suite struct ShortWriteFaultTests {
    @Test func `A write takes less than it was given, and says so`() throws {
        let mount = try FaultyMount("{when: {operation: write}, do: {short-write: 512}}")
        #expect(try mount.write(Array(repeating: 1, count: 2000), to: "a.pdf") == 512)
        #expect(
            try mount.content(of: "a.pdf").prefix(513) == Array(repeating: 1, count: 512) + [FaultyMount.content[512]])
    }
}
