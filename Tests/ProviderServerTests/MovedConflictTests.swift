import FileCoordination
import Foundation
import SystemIO
import Testing

/// An item that has a version beside its present one is moved, deleted or saved over while somebody reads that version:
/// the reader has the bytes of this item's version, or none, and never another's.
@Suite struct MovedConflictTests {
    private static let conflict = "{when: {operation: open, path: a.pdf, nth: 1}, do: {conflict-version: {}}}"

    private let mount: FaultyMount

    init() throws {
        mount = try FaultyMount(Self.conflict)
        try Data("another".utf8).write(to: mount.provider.source.appendingPathComponent("other.pdf"))
    }

    private func url(_ name: String) -> URL { mount.provider.url.appendingPathComponent(name) }

    /// Where the version of a.pdf is, and what is in it.
    private func version() throws -> (url: URL, content: [UInt8]) {
        _ = try mount.content(of: "a.pdf")
        let url = try #require(NSFileVersion.otherVersionsOfItem(at: url("a.pdf"))?.first).url
        return (url, try OpenFile(url.path).content())
    }

    private func versions(_ name: String) -> [URL]? { NSFileVersion.otherVersionsOfItem(at: url(name))?.map(\.url) }

    @Test func `a version goes on being read when its item moves, and is listed where the item is`() throws {
        let version = try version()
        let open = try OpenFile(version.url.path)
        #expect(try open.bytes(10, at: 0) == Array(version.content[..<10]))
        try mount.provider.move("a.pdf", to: "f/moved.pdf")
        try mount.provider.move("other.pdf", to: "a.pdf")
        #expect(try open.bytes(100, at: 99_950) == Array(version.content[99_950...].prefix(100)))
        #expect(try OpenFile(version.url.path).content() == version.content)
        #expect(versions("f/moved.pdf") == [version.url])
        #expect(versions("a.pdf") == [], "another item is there now")
    }

    @Test func `a rule that would move a version while it is read leaves it where it is`() throws {
        let mount = try FaultyMount(
            Self.conflict,
            "{when: {operation: read, path: '.DocumentRevisions/**', nth: 1}, do: {move: {to: Archive}}}",
            "{when: {operation: open, path: '.DocumentRevisions/**', nth: 2}, do: {rename-parent: Archive}}")
        _ = try mount.content(of: "a.pdf")
        let item = mount.provider.url.appendingPathComponent("a.pdf")
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: item)?.first)
        let content = try OpenFile(version.url.path).content()
        #expect(content.starts(with: FaultyMount.content) && content.count > FaultyMount.content.count)
        #expect(try OpenFile(version.url.path).content() == content)
        #expect(try mount.firings() == 3)
    }

    @Test func `a deleted item's version is gone, and no new item of that name has it`() throws {
        let version = try version()
        let open = try OpenFile(version.url.path)
        try mount.provider.delete("a.pdf")
        #expect(try open.content() == version.content, "who has it open reads on")
        #expect(throws: Errno.noSuchFile) { try OpenFile(version.url.path) }
        try Data("new".utf8).write(to: url("a.pdf"))
        #expect(versions("a.pdf") == [])
    }

    @Test func `an item that its app removed and made anew has no version`() throws {
        let version = try version()
        try FileManager.default.removeItem(at: url("a.pdf"))
        try Data("new".utf8).write(to: url("a.pdf"))
        #expect(versions("a.pdf") == [])
        #expect(throws: Errno.noSuchFile) { try OpenFile(version.url.path) }
    }

    @Test func `a version follows its document through a save and a move after it`() throws {
        let version = try version()
        try Data("saved".utf8).write(to: url("a.pdf"), options: .atomic)
        #expect(versions("a.pdf") == [version.url])
        try mount.provider.move("a.pdf", to: "f/moved.pdf")
        try mount.provider.move("other.pdf", to: "a.pdf")
        #expect(versions("f/moved.pdf") == [version.url])
        #expect(versions("a.pdf") == [])
    }

    @Test func `another identity at the same path has no versions of the former`() throws {
        let mount = try FaultyMount(
            Self.conflict, "{when: {operation: open, path: a.pdf, nth: 2}, do: {new-identity: {}}}")
        _ = try mount.content(of: "a.pdf")
        let item = mount.provider.url.appendingPathComponent("a.pdf")
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: item)?.first)
        _ = try mount.content(of: "a.pdf")
        #expect(NSFileVersion.otherVersionsOfItem(at: item) == [])
        #expect(throws: Errno.noSuchFile) { try OpenFile(version.url.path) }
    }

    @Test func `nothing is moved to where versions are, nor from there`() throws {
        let version = try version()
        let kept = ".DocumentRevisions/" + version.url.lastPathComponent
        for (from, to) in [
            ("other.pdf", ".DocumentRevisions"), ("other.pdf", ".DocumentRevisions/2.pdf"),
            ("other.pdf", ".DocumentRevisions/f/2.pdf"), (kept, "mine.pdf"), (".DocumentRevisions", "f"),
        ] {
            #expect(throws: (any Error).self, "\(from) to \(to)") { try mount.provider.move(from, to: to) }
        }
        #expect(throws: (any Error).self) { try mount.provider.trash(kept) }
        #expect(throws: (any Error).self) {
            try FileManager.default.moveItem(at: version.url, to: url("mine.pdf"))
        }
        #expect(throws: (any Error).self) {
            try FileManager.default.moveItem(at: url("other.pdf"), to: version.url)
        }
        #expect(try OpenFile(version.url.path).content() == version.content)
        #expect(try mount.content(of: "other.pdf") == Array("another".utf8))
    }

    @Test func `a folder of that name in the source is left as it is`() throws {
        let own = mount.provider.source.appendingPathComponent(".DocumentRevisions")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: false)
        try Data("own".utf8).write(to: own.appendingPathComponent("1.pdf"))
        let version = try version()
        #expect(version.content.starts(with: FaultyMount.content))
        #expect(try mount.content(of: ".DocumentRevisions/1.pdf") == Array("own".utf8))
    }
}
