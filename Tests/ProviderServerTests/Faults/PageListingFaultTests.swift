import SystemIO
import Testing

@Suite struct PageListingFaultTests {
    @Test func `A folder comes in pages, and all of it in the end`() throws {
        let mount = try FaultyMount("{when: {path: .}, do: {page-listing: {entries: 1, wait: 100ms}}}")
        var names: [String] = []
        let taken = try ContinuousClock().measure { names = try mount.names() }
        #expect(names == ["a.pdf", "f"])
        #expect(taken >= .milliseconds(100))
    }
}
