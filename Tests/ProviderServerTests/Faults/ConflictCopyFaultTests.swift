import ProviderTesting
import SystemIO
import Testing

@Suite struct ConflictCopyFaultTests {
    @Test func `What was written is beside the item, which stays what it was`() throws {
        let mount = try FaultyMount(
            "{when: {operation: release, path: a.pdf, while: writing}, do: {conflict-copy: {}}}")
        try mount.write([1, 2, 3], to: "a.pdf")
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while try mount.names().count < 3, .now < deadline {}
        #expect(try mount.names() == ["a (conflict).pdf", "a.pdf", "f"])
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        #expect(try mount.content(of: "a (conflict).pdf").prefix(3) == [1, 2, 3])
    }
}
