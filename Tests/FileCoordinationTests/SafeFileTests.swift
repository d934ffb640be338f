import Testing

@testable import FileCoordination

@Suite struct SafeFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func `L6: a replacement keeps the new content`() throws {
        let (original, new) = (try folder.file("a", "old"), try folder.file("b", "new"))
        try FileManager.default.safelyReplaceItem(at: original, withItemAt: new)
        #expect(try String(contentsOf: original, encoding: .utf8) == "new")
        #expect(!new.checkResourceIsReachableQuietly)
    }

    @Test func `a move doesn't overwrite`() throws {
        let (source, taken) = (try folder.file("a", "one"), try folder.file("b", "two"))
        #expect(throws: CocoaError.self) { try FileManager.default.safelyMoveItem(at: source, to: taken) }
        #expect(try String(contentsOf: taken, encoding: .utf8) == "two")
        #expect(source.checkResourceIsReachableQuietly)
    }

    @Test func `a move to another file system is whole`() throws {
        let source = try folder.file("a", "content")
        let target = URL(fileURLWithPath: "/dev/shm/fpsim-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: target) }
        try FileManager.default.safelyMoveItem(at: source, to: target)
        #expect(try String(contentsOf: target, encoding: .utf8) == "content")
        #expect(!source.checkResourceIsReachableQuietly)
    }

    @Test(
        arguments: [
            (POSIXErrorCode.EPERM, CocoaError.fileReadNoPermission, CocoaError.fileWriteNoPermission),
            (.EACCES, .fileReadNoPermission, .fileWriteNoPermission),
            (.ENOENT, .fileReadNoSuchFile, .fileNoSuchFile),
            (.EIO, .fileReadUnknown, .fileWriteUnknown),
            (.EDEADLK, .fileReadUnknown, .fileWriteUnknown),
            (.ETIMEDOUT, .fileReadUnknown, .fileWriteUnknown),
            (.ESTALE, .fileReadUnknown, .fileWriteUnknown),
            (.ENOSPC, .fileReadUnknown, .fileWriteOutOfSpace),
            (.EDQUOT, .fileReadUnknown, .fileWriteOutOfSpace),
            (.EROFS, .fileReadUnknown, .fileWriteVolumeReadOnly),
            (.EEXIST, .fileReadUnknown, .fileWriteFileExists),
            (.ENAMETOOLONG, .fileReadInvalidFileName, .fileWriteInvalidFileName),
        ] as [(POSIXErrorCode, CocoaError.Code, CocoaError.Code)])
    func `L5: an errno has the Cocoa codes that Foundation gives it`(
        errno: POSIXErrorCode, reading: CocoaError.Code, writing: CocoaError.Code
    ) {
        #expect(AccessError.cocoaCode(reading: .init(rawValue: errno.rawValue)) == reading)
        #expect(AccessError.cocoaCode(writing: .init(rawValue: errno.rawValue)) == writing)
    }

    @Test func `L7: sendfile past a source's end says that it moved the rest, so that copyItem ends`() throws {
        let input = try FileHandle(forReadingFrom: folder.file("a", "0123456789"))
        let target = try folder.file("b", "")
        let output = try FileHandle(forWritingTo: target)
        var offset = off_t(0)
        #expect(sendfile(output.fileDescriptor, input.fileDescriptor, &offset, 100) == 10)
        #expect(sendfile(output.fileDescriptor, input.fileDescriptor, &offset, 90) == 90)
        #expect(offset == 100)
        #expect(try Data(contentsOf: target).count == 10)
    }

    @Test func `a18: a local bookmark leads back to its file, and is stale when another took its place`() throws {
        let file = try folder.file("a")
        let bookmark = try file.bookmarkData()
        var stale = true
        #expect(try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale).path == file.path)
        #expect(!stale)
        try FileManager.default.moveItem(at: file, to: folder.url.appendingPathComponent("b"))
        #expect(throws: CocoaError.self) { try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale) }
        _ = try folder.file("a")
        _ = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &stale)
        #expect(stale)
        #expect(throws: CocoaError(.fileReadCorruptFile)) {
            try URL(resolvingBookmarkData: Data("x".utf8), bookmarkDataIsStale: &stale)
        }
    }

    @Test func `b18: a provider's error keeps its domain, code, POSIX error and rule`() {
        let failure = ControlFailureSample.unreachable
        let error = AccessError.error(for: failure, url: URL(fileURLWithPath: "/a"))
        #expect(error.domain == NSFileProviderErrorDomain)
        #expect(error.userInfo["fpsim.rule"] as? String == "offline")
        do {
            throw error
        } catch NSFileProviderError.serverUnreachable {
        } catch {
            Issue.record("The pattern doesn't match \(error).")
        }
    }

    @Test @MainActor func `a14: the picker gives a copy in an inbox, and a plain file as it is`() async throws {
        final class Delegate: DocumentPickerDelegate {
            var picked: [URL]?
            var isCancelled = false
            func documentPicker(_ controller: DocumentPicker, didPickDocumentsAt urls: [URL]) { picked = urls }
            func documentPickerWasCancelled(_ controller: DocumentPicker) { isCancelled = true }
        }
        let (one, two) = (try folder.file("a.pdf"), try folder.file("b.pdf"))
        let delegate = Delegate()
        let picker = DocumentPicker()
        picker.delegate = delegate
        try await picker.select([one, two])
        #expect(delegate.picked == [one])
        picker.allowsMultipleSelection = true
        try await picker.select([one, two])
        #expect(delegate.picked == [one, two])
        picker.cancel()
        #expect(delegate.isCancelled)

        let copies = DocumentPicker(asCopy: true)
        let copy = try #require(try await copies.select(one).first)
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        #expect(copy.lastPathComponent == "a.pdf" && copy.path != one.path)
        #expect(copy.deletingLastPathComponent().lastPathComponent.contains("Inbox"))
        #expect(!copy.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: copy) == Data(contentsOf: one))
        await #expect(throws: CocoaError.self) { try await copies.select(folder.url.appendingPathComponent("none")) }
    }
}
