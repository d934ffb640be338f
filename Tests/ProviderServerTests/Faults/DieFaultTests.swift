import SystemIO
import Testing

@Suite struct DieFaultTests {
    @Test func `Every call fails while the provider is gone, and works when it is back`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 1, path: a.pdf}, do: {die: {back-after: 300ms}}}")
        #expect(throws: Errno.notConnected) { try mount.content(of: "a.pdf") }
        #expect(throws: Errno.notConnected) { try mount.content(of: "f/b.pdf") }
        let deadline = ContinuousClock.now + .seconds(10)
        while (try? mount.content(of: "a.pdf")) == nil, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
