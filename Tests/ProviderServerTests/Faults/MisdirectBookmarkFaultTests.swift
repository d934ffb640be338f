import ControlProtocol
import FileCoordination
import Foundation
import Testing

@Suite struct MisdirectBookmarkFaultTests {
    @Test func `The bookmark leads to the item in the trash, as iCloud's do`() throws {
        let mount = try FaultyMount("{do: {misdirect-bookmark: trashed}}")
        let bookmark = try mount.provider.pick("a.pdf").bookmarkData()
        var stale = false
        let url = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
        #expect(url.path.contains("/.Trash/"))
        #expect(try Data(contentsOf: url) == Data(FaultyMount.content))
        #expect(try mount.names() == [".Trash", "f"])
    }

    @Test func `The bookmark of an item that moved leads to the one that has its name now`() throws {
        let mount = try FaultyMount("{do: {misdirect-bookmark: namesake}}")
        let bookmark = try mount.provider.pick("a.pdf").bookmarkData()
        try mount.provider.ask(MoveRequest(path: "a.pdf", to: "moved.pdf"))
        try Data("another".utf8).write(to: mount.provider.url.appendingPathComponent("a.pdf"))
        var stale = false
        let url = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
        #expect(url.lastPathComponent == "a.pdf")
        #expect(try Data(contentsOf: url) == Data("another".utf8))
    }
}
