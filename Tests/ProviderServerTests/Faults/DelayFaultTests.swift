import SystemIO
import Testing

@Suite struct DelayFaultTests {
    @Test func `An answer comes no earlier than it says`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {delay: 150ms}}")
        let taken = try ContinuousClock().measure { _ = try mount.open("a.pdf") }
        #expect(taken >= .milliseconds(150))
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
