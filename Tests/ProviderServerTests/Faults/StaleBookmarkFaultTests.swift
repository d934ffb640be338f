import FileCoordination
import Foundation
import Testing

@Suite struct StaleBookmarkFaultTests {
    @Test func `A bookmark of an item that never moved says that it is stale, and still resolves`() throws {
        let mount = try FaultyMount("{when: {nth: 2}, do: {stale-bookmark: {}}}")
        let bookmark = try mount.provider.pick("a.pdf").bookmarkData()
        for isStale in [false, true, false] {
            var stale = !isStale
            let url = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
            #expect(stale == isStale)
            #expect(url.lastPathComponent == "a.pdf")
            #expect(try Data(contentsOf: url) == Data(FaultyMount.content))
        }
        #expect(try mount.firings() == 1)
    }
}
