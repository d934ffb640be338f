import ProviderTesting
import SystemIO
import Testing

@Suite struct WarmUpFaultTests {
    @Test func `Fetching fails at once at first, and works after the time`() throws {
        let mount = try FaultyMount("{do: {warm-up: {for: \(500 * Patience.factor)ms}}}", isDataless: true)
        #expect(throws: Errno.timedOut) { try mount.content(of: "a.pdf") }
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while (try? mount.content(of: "a.pdf")) == nil, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
