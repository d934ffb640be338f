import ProviderTesting
import SystemIO
import Testing

@Suite struct RevertFaultTests {
    @Test func `The version before the write comes back`() throws {
        let mount = try FaultyMount("{when: {operation: release, path: a.pdf, while: writing}, do: {revert: {}}}")
        try mount.write([1, 2, 3], to: "a.pdf")
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while try mount.content(of: "a.pdf") != FaultyMount.content, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
