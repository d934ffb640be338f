import SystemIO
import Testing

@Suite struct ThrottleFaultTests {
    @Test func `Content comes no faster than the rate`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {throttle: 400kB/s}}")
        var content: [UInt8] = []
        let taken = try ContinuousClock().measure { content = try mount.content(of: "a.pdf") }
        #expect(content == FaultyMount.content)
        #expect(taken >= .milliseconds(150))
    }
}
