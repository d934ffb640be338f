import SystemIO
import Testing

@Suite struct StaleFaultTests {
    @Test func `The bytes are not those of the version that the attributes state`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {stale: {}}}")
        #expect(try mount.content(of: "a.pdf") != FaultyMount.content)
    }
}
