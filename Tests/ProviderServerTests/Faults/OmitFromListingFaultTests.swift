import ProviderTesting
import SystemIO
import Testing

@Suite struct OmitFromListingFaultTests {
    @Test func `The item isn't listed, and opens by name`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {omit-from-listing: {}}}")
        #expect(try mount.names() == ["f"])
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }

    @Test func `The item comes back after its time`() throws {
        let time = "\(200 * Patience.factor)ms"
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {omit-from-listing: {for: \(time)}}}")
        #expect(try mount.names() == ["f"])
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while try mount.names() == ["f"], .now < deadline {}
        #expect(try mount.names() == ["a.pdf", "f"])
    }
}
