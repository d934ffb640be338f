import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Rows a of file-access-semantics, on a real mount.
@Suite struct MountedScopeTests {
    private static let lax = "provider: Sample\nprofile: lax\n"
    private static let capped = "provider: Sample\ngrants: 8\n"

    @Test(.provider(yaml: lax)) func `a1, a3: start tells whether access was granted, and stop ends it`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: url) == SampleDocument.pdf)
        url.stopAccessingSecurityScopedResource()
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
        url.stopAccessingSecurityScopedResource()
        #expect(try provider.trace.findings.map(\.action).contains("stop-without-start"))
    }

    @Test(.provider(yaml: lax)) func `a4: starts nest for each item`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        #expect((url as NSURL).startAccessingSecurityScopedResource())
        url.stopAccessingSecurityScopedResource()
        #expect(throws: Never.self) { try Data(contentsOf: url) }
        url.stopAccessingSecurityScopedResource()
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
    }

    @Test(.provider(yaml: lax)) func `a5, a6: a rebuilt URL carries no scope, but is usable while one is held`() throws
    {
        let provider = try MountedProvider.current
        let picked = try provider.pick("document.pdf")
        let rebuilt = URL(fileURLWithPath: picked.path)
        #expect(!rebuilt.startAccessingSecurityScopedResource())
        #expect(throws: CocoaError.self) { try Data(contentsOf: rebuilt) }
        #expect(picked.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: rebuilt) == SampleDocument.pdf)
        picked.stopAccessingSecurityScopedResource()
        #expect(try provider.trace.findings.map(\.action).contains("rebuilt-path"))
    }

    @Test(.provider(yaml: lax, documents: ["f/a.pdf": Data("a".utf8), "f/b.pdf": Data("b".utf8)]))
    func `a5: a sibling's or the parent's URL that was made from a picked one carries no scope`() throws {
        let picked = try MountedProvider.current.pick("f/a.pdf")
        let sibling = picked.deletingLastPathComponent().appendingPathComponent("b.pdf")
        #expect(!sibling.startAccessingSecurityScopedResource())
        #expect(!picked.deletingLastPathComponent().startAccessingSecurityScopedResource())
        #expect(throws: CocoaError.self) { try Data(contentsOf: sibling) }
        #expect(picked.startAccessingSecurityScopedResource())
        picked.stopAccessingSecurityScopedResource()
    }

    @Test(.provider(yaml: "provider: Sample\nprofile: strict\n"))
    func `a10: in the strict profile, too, an open descriptor tells its size after the stop, and the path doesn't`()
        throws
    {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        let file = try FileDescriptor.workingDirectory.open(url.path, .readOnly)
        url.stopAccessingSecurityScopedResource()
        #expect(try file.borrowed.status().size == Int64(SampleDocument.pdf.count))
        #expect(throws: Errno.notPermitted) { try FileDescriptor.workingDirectory.status(of: url.path) }
        try file.close()
    }

    @Test(.provider(yaml: lax, documents: ["f/a.pdf": Data("a".utf8), "f/b.pdf": Data("b".utf8)]))
    func `an item's own scope is enough to delete it, and not to rename it or to delete its neighbour`() throws {
        let picked = try MountedProvider.current.pick("f/a.pdf")
        #expect(throws: Errno.notPermitted) { try FileDescriptor.workingDirectory.unlink(picked.path) }
        #expect(picked.startAccessingSecurityScopedResource())
        defer { picked.stopAccessingSecurityScopedResource() }
        let folder = picked.deletingLastPathComponent().path
        #expect(throws: Errno.notPermitted) { try FileDescriptor.workingDirectory.unlink(folder + "/b.pdf") }
        #expect(throws: Errno.notPermitted) {
            try FileDescriptor.workingDirectory.rename(picked.path, to: .workingDirectory, folder + "/c.pdf")
        }
        #expect(throws: Never.self) { try FileDescriptor.workingDirectory.unlink(picked.path) }
    }

    @Test(arguments: ["lax", "strict"])
    func `a17: resolving gives access without a start in the lax profile, and not in the strict one`(
        profile: String
    ) throws {
        let provider = try MountedProvider(
            yaml: "provider: Sample\ngrants: 2\nprofile: \(profile)\n", documents: ["a.pdf": SampleDocument.pdf])
        defer { #expect(throws: Never.self) { try provider.stop() } }
        let picked = try provider.pick("a.pdf")
        #expect(picked.startAccessingSecurityScopedResource())
        let bookmark = try picked.bookmarkData()
        picked.stopAccessingSecurityScopedResource()
        var isStale = false
        let resolved = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
        #expect((try? Data(contentsOf: resolved)) == (profile == "lax" ? SampleDocument.pdf : nil))
        // It counts against the limit, and no stop is owed for it.
        #expect(resolved.startAccessingSecurityScopedResource())
        #expect(resolved.startAccessingSecurityScopedResource() == (profile == "strict"))
        resolved.stopAccessingSecurityScopedResource()
        #expect((try? Data(contentsOf: resolved)) == (profile == "lax" ? SampleDocument.pdf : nil))
        #expect(try provider.trace.findings.filter { $0.action == "stop-without-start" } == [])
    }

    @Test(.provider(yaml: capped)) func `a8, a9: beyond the limit a start is false until another is stopped`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        for _ in 0..<8 { #expect(url.startAccessingSecurityScopedResource()) }
        #expect(!url.startAccessingSecurityScopedResource())
        url.stopAccessingSecurityScopedResource()
        #expect(url.startAccessingSecurityScopedResource())
        for _ in 0..<8 { url.stopAccessingSecurityScopedResource() }
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
    }

    @Test(.provider(yaml: lax)) func `a20: resolving can hang, and goes on when the provider answers`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        defer { url.stopAccessingSecurityScopedResource() }
        let bookmark = try url.bookmarkData()
        try provider.addRules(
            "rules:\n  - {name: hangs, when: {operation: bookmark-resolve}, do: {stall: {for: forever}}}\n")
        let resolved = Recorder()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var stale = false
            let url = try? URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
            resolved.note(url?.lastPathComponent ?? "failed")
            done.signal()
        }
        try provider.waitUntilHeld(by: "hangs")
        #expect(resolved.notes.isEmpty)
        try provider.release("hangs")
        done.wait()
        #expect(resolved.notes == ["document.pdf"])
    }

    @Test(.provider(yaml: lax, documents: ["f/a": Data("a".utf8), "f/g/b": Data("b".utf8), "c": Data("c".utf8)]))
    func `a7: a folder's grant covers its tree, later items too, and a child's URL has none of its own`() throws {
        let provider = try MountedProvider.current
        let folder = try provider.pick("f", folder: true)
        let child = folder.appendingPathComponent("g/b")
        #expect(!child.startAccessingSecurityScopedResource())
        #expect(folder.startAccessingSecurityScopedResource())
        defer { folder.stopAccessingSecurityScopedResource() }
        #expect(!child.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: child) == Data("b".utf8))
        try Data("new".utf8).write(to: provider.source.appendingPathComponent("f/later"))
        #expect(try Data(contentsOf: folder.appendingPathComponent("later")) == Data("new".utf8))
        #expect(throws: CocoaError.self) { try Data(contentsOf: provider.url.appendingPathComponent("c")) }
    }

    @Test(.provider(yaml: lax)) func `a10: a descriptor that is open survives the stop`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        let handle = try FileHandle(forReadingFrom: url)
        url.stopAccessingSecurityScopedResource()
        #expect(try handle.readToEnd() == SampleDocument.pdf)
    }

    @Test(.provider(yaml: lax)) func `a11: missing scope is EPERM beneath 257, mode bits are EACCES`() throws {
        let provider = try MountedProvider.current
        let url = provider.url.appendingPathComponent("document.pdf")
        do {
            _ = try Data(contentsOf: url)
            Issue.record("It was read.")
        } catch let error as CocoaError {
            #expect(error.code == .fileReadNoPermission)
            #expect((error.underlying as? POSIXError)?.code == .EPERM)
        }
    }

    @Test(.provider(yaml: lax)) func `a12: in the lax profile stat works without a scope`() throws {
        let url = try MountedProvider.current.url.appendingPathComponent("document.pdf")
        #expect(FileManager.default.fileExists(atPath: url.path))
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
    }

    @Test(.provider(yaml: "provider: Sample\nprofile: strict\n"))
    func `a12: in the strict profile stat doesn't work either`() throws {
        let url = try MountedProvider.current.url.appendingPathComponent("document.pdf")
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test(.provider(yaml: lax)) func `a14, a2: an inbox copy needs no scope`() throws {
        let copy = try MountedProvider.current.pick("document.pdf", asCopy: true)
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        #expect(!copy.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: copy) == SampleDocument.pdf)
    }

    @Test(.provider(yaml: lax)) func `a16: a bookmark is made while access is held, and keeps it`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(throws: CocoaError.self) { try url.bookmarkData() }
        #expect(url.startAccessingSecurityScopedResource())
        let bookmark = try url.bookmarkData()
        url.stopAccessingSecurityScopedResource()
        var stale = true
        let resolved = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
        #expect(!stale)
        #expect(resolved.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: resolved) == SampleDocument.pdf)
        resolved.stopAccessingSecurityScopedResource()
    }

    @Test(.provider(yaml: lax))
    func `a18, a19: a bookmark follows a moved item and is stale, and fails when it is gone`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        defer { url.stopAccessingSecurityScopedResource() }
        let bookmark = try url.bookmarkData()
        try provider.move("document.pdf", to: "Archive/renamed.pdf")
        var stale = false
        let resolved = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
        #expect(stale)
        #expect(resolved.lastPathComponent == "renamed.pdf")
        try provider.delete("Archive/renamed.pdf")
        #expect(throws: CocoaError.self) { try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale) }
    }

    @Test(.provider(yaml: "provider: Sample\nprofile: mac\n"))
    func `a15, a16: in the mac profile a bookmark keeps its scope only when it is asked to`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        defer { url.stopAccessingSecurityScopedResource() }
        var stale = false
        let plain = try URL(resolvingBookmarkData: url.bookmarkData(), bookmarkDataIsStale: &stale)
        #expect(!plain.startAccessingSecurityScopedResource())
        let scoped = try URL(
            resolvingBookmarkData: url.bookmarkData(options: .withSecurityScope), options: .withSecurityScope,
            bookmarkDataIsStale: &stale)
        #expect(scoped.startAccessingSecurityScopedResource())
        scoped.stopAccessingSecurityScopedResource()
    }

    @Test func `a21: a bookmark of a provider that is gone fails with providerNotFound`() throws {
        let provider = try MountedProvider(documents: ["a": Data("a".utf8)])
        let bookmark = try provider.pick("a").bookmarkData()
        try provider.stop()
        var stale = false
        do {
            _ = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
            Issue.record("It was resolved.")
        } catch NSFileProviderError.providerNotFound {
        }
    }

    @Test(.provider(yaml: lax)) func `a revoked grant ends, open descriptors excepted`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        try provider.revokeScope(of: "document.pdf")
        #expect(throws: CocoaError.self) { try Data(contentsOf: url) }
        #expect(!url.startAccessingSecurityScopedResource())
    }
}
