import SystemIO
import Testing

@Suite struct HangFaultTests {
    @Test func `What needs the provider waits until it is back`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {hang: {for: 200ms}}}", isDataless: true)
        var content: [UInt8] = []
        let taken = try ContinuousClock().measure { content = try mount.content(of: "a.pdf") }
        #expect(content == FaultyMount.content)
        #expect(taken >= .milliseconds(200))
    }
}
