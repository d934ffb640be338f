import ProviderTesting
import SystemIO
import Testing

@Suite struct DropClaimFaultTests {
    @Test func `A writer comes in while the reader believes in its claim`() throws {
        let mount = try FaultyMount(
            "{when: {nth: 1}, do: {drop-claim: {}}}", "{when: {operation: open, nth: 2}, do: {replace: {with: empty}}}")
        let content = mount.coordinatedRead("a.pdf") { mount in
            // The writer comes in once the claim is dropped, which takes a moment.
            let deadline = ContinuousClock.now + .seconds(10).withPatience
            while (try? mount.content(of: "a.pdf")) != [], .now < deadline {}
            return try? mount.content(of: "a.pdf")
        }.content
        #expect(content == [])
    }
}
