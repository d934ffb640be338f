import FileCoordination
import Foundation
import Testing

@Suite struct PurgeInboxFaultTests {
    @Test func `The copy of a pick is gone before the app has read it`() throws {
        let mount = try FaultyMount("{do: {purge-inbox: {}}}", needsScope: true)
        let copy = try mount.provider.pick("a.pdf", asCopy: true)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
        #expect(!FileManager.default.fileExists(atPath: copy.deletingLastPathComponent().path))
        #expect(try mount.firings() == 1)
        // A pick that makes no copy is as it was.
        let url = try mount.provider.pick("a.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        url.stopAccessingSecurityScopedResource()
    }

    @Test func `The copy lives for as long as the rule says, and other picks' copies stay`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {purge-inbox: 300ms}}", needsScope: true)
        let kept = try mount.provider.pick("f/b.pdf", asCopy: true)
        defer { try? FileManager.default.removeItem(at: kept.deletingLastPathComponent()) }
        let started = ContinuousClock.now
        let copy = try mount.provider.pick("a.pdf", asCopy: true)
        let deadline = started + .seconds(10)
        var purges: [String?] = []
        while purges.isEmpty, .now < deadline {
            purges = try mount.provider.trace.events("scope").filter { $0.action == "purge" }.map(\.path)
        }
        #expect(purges == ["a.pdf"])
        #expect(.now - started >= .milliseconds(300))
        #expect(!FileManager.default.fileExists(atPath: copy.deletingLastPathComponent().path))
        #expect(try Data(contentsOf: kept) == Data(FaultyMount.content))
    }
}
