import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Rows L of file-access-semantics: what Foundation on Linux does and lacks, on which this module builds. A row that
/// fails after a new Swift says that something here can go, or must change.
@Suite struct LinuxFoundationTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private final class Presenter: NSObject, NSFilePresenter {
        let presentedItemURL: URL? = nil
        let presentedItemOperationQueue = OperationQueue()
    }

    @Test func `L1: what Foundation lacks on Linux is here under its name`() throws {
        let url = try folder.file("a")
        #expect(!url.startAccessingSecurityScopedResource())
        #expect(!FileManager.default.isUbiquitousItem(at: url))
        #expect(try !url.bookmarkData(options: .minimalBookmark).isEmpty)
        #expect(NSFileProviderError(.serverUnreachable).errorCode == -1004)
        #expect(NSFileAccessIntent.readingIntent(with: url).url == url)
        #expect(NSFileCoordinator(filePresenter: Presenter()).purposeIdentifier.isEmpty == false)
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n"))
    func `L2: Foundation's own ubiquitous values are nil, and the module's are not`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        let own = try url.resourceValues(forKeys: [.isUbiquitousItemKey, .ubiquitousItemIsDownloadingKey])
        #expect(own.isUbiquitousItem == nil && own.ubiquitousItemIsDownloading == nil)
        #expect(try url.ubiquitousItemResourceValues().isUbiquitousItem)
    }

    @Test func `L4: an error is passed by reference or left out`() throws {
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: URL(string: "https://a")!, error: &error) { _ in }
        NSFileCoordinator().coordinate(readingItemAt: URL(string: "https://a")!, error: nil) { _ in }
        #expect(error != nil)
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n"))
    func `L8: reading a file that ends early gives the short data and no error`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules("rules:\n  - {name: early, when: {operation: read}, do: {end-early: {at: 40%}}}\n")
        let count = try Data(contentsOf: url).count
        #expect(count > 0 && count < SampleDocument.pdf.count)
        let handle = try FileHandle(forReadingFrom: url)
        #expect(try handle.readToEnd()?.count == count)
    }

    @Test func `L9: the query of a file URL survives appending and is lost in standardizing`() throws {
        let url = try #require(URL(string: "file:///m/f?fpsim-scope=T"))
        #expect(url.appendingPathComponent("a").query == "fpsim-scope=T")
        #expect(url.deletingLastPathComponent().query == "fpsim-scope=T")
        #expect(url.standardizedFileURL.query == nil)
        #expect(URL(fileURLWithPath: url.path).query == nil)
        #expect(url != URL(fileURLWithPath: "/m/f"))
        let missing = folder.url.appendingPathComponent("missing")
        let error = #expect(throws: CocoaError.self) { try Data(contentsOf: missing) }
        #expect(error?.userInfo[NSUnderlyingErrorKey] is POSIXError)
    }

    @Test func `L10: two forms of a name are equal strings and two files`() throws {
        let (composed, decomposed) = ("e\u{301}.pdf".precomposedStringWithCanonicalMapping, "e\u{301}.pdf")
        #expect(composed == decomposed)
        let path = folder.url.path + "/" + decomposed
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/" + composed))
    }

    @Test func `L11: the allocated size is wrong, so it tells nothing about downloads`() throws {
        let url = try folder.file("a", String(repeating: "x", count: 100_000))
        let size = try url.resourceValues(forKeys: [.fileAllocatedSizeKey]).fileAllocatedSize ?? 0
        let status = try FileDescriptor.workingDirectory.status(of: url.path)
        #expect(Int64(size) != status.blocks * 512)
    }

    @Test(.provider(yaml: "provider: Sample\nscope: none\n"), arguments: ["EDEADLK", "ESTALE", "ETIMEDOUT"])
    func `L12: a provider's errno reaches the caller unchanged`(name: String) throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules("rules:\n  - {name: fails, when: {operation: open}, do: {fail: \(name)}}\n")
        let error = #expect(throws: Errno.self) {
            _ = try FileDescriptor.workingDirectory.open(url.path, .readOnly)
        }
        #expect(error?.name == name)
    }
}
