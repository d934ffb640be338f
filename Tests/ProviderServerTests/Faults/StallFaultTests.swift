import SystemIO
import Testing

@Suite struct StallFaultTests {
    @Test func `A read is held until its rule is released, and others go on`() throws {
        let mount = try FaultyMount(
            "{name: s, when: {operation: read, path: a.pdf}, do: {stall: {at: 40%, for: forever}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.bytes(100, at: 0) == Array(FaultyMount.content[..<100]))
        let stalled = BlockingWork { try? file.bytes(100, at: 60_000) }
        try mount.provider.waitUntilHeld()
        #expect(try mount.content(of: "f/b.pdf") == FaultyMount.content)
        try mount.provider.release("s")
        #expect(try stalled.wait() == Array(FaultyMount.content[60_000..<60_100]))
    }

    @Test func `A stall that ends lets the call go on`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {stall: {for: 100ms}}}")
        let taken = try ContinuousClock().measure { _ = try mount.open("a.pdf") }
        #expect(taken >= .milliseconds(100))
    }
}
