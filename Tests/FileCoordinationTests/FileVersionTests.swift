import FileCoordination
import ProviderTesting
import Testing

/// Row c7 of file-access-semantics: versions beside the present one, and what presenters are told of them.
@Suite struct FileVersionTests {
    private static let conflict = """
        provider: Sample
        scope: none
        rules:
          - {name: conflict, when: {operation: open, path: document.pdf, nth: 1}, do: {conflict-version: {from: Anna's iPad}}}
        """

    /// Notes what it is told of versions.
    private final class VersionPresenter: NSObject, NSFilePresenter, @unchecked Sendable {
        let presentedItemURL: URL?
        let presentedItemOperationQueue = OperationQueue()
        private let notes = AsyncStream<String>.makeStream()

        init(_ url: URL) {
            presentedItemURL = url
            super.init()
            presentedItemOperationQueue.maxConcurrentOperationCount = 1
        }

        private func note(_ what: String, _ version: NSFileVersion, _ url: URL? = nil) {
            let name = url.map { $0.lastPathComponent + " " } ?? ""
            notes.continuation.yield("\(name)\(what) \(version.localizedNameOfSavingComputer ?? "nobody")'s")
        }

        func presentedItemDidGain(_ version: NSFileVersion) { note("gained", version) }
        func presentedItemDidLose(_ version: NSFileVersion) { note("lost", version) }
        func presentedItemDidResolveConflict(_ version: NSFileVersion) { note("resolved", version) }
        func presentedSubitem(at url: URL, didGain version: NSFileVersion) { note("gained", version, url) }
        func presentedSubitem(at url: URL, didLose version: NSFileVersion) { note("lost", version, url) }
        func presentedSubitem(at url: URL, didResolve version: NSFileVersion) { note("resolved", version, url) }

        func next() async -> String? {
            var notes = notes.stream.makeAsyncIterator()
            return await notes.next()
        }
    }

    @Test(.provider(yaml: conflict), .timeLimit(.minutes(2 * Patience.factor)))
    func `c7: presenters of the item and of its folder are told of a version gained, resolved and lost`() async throws {
        let provider = try MountedProvider.current
        let url = provider.url.appendingPathComponent("document.pdf")
        let presenters = [VersionPresenter(url), VersionPresenter(provider.url)]
        presenters.forEach { NSFileCoordinator.addFilePresenter($0) }
        defer { presenters.forEach { NSFileCoordinator.removeFilePresenter($0) } }
        _ = try Data(contentsOf: url)
        #expect(await presenters[0].next() == "gained Anna's iPad's")
        #expect(await presenters[1].next() == "document.pdf gained Anna's iPad's")

        let version = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
        version.isResolved = true
        #expect(await presenters[0].next() == "resolved Anna's iPad's")
        #expect(await presenters[1].next() == "document.pdf resolved Anna's iPad's")
        #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.isEmpty == true)
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.first?.isResolved == true)

        try NSFileVersion.removeOtherVersionsOfItem(at: url)
        #expect(await presenters[0].next() == "lost Anna's iPad's")
        #expect(await presenters[1].next() == "document.pdf lost Anna's iPad's")
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.isEmpty == true)
    }

    @Test(.provider(yaml: conflict)) func `c7: a conflict is resolved by taking the other version's bytes`() throws {
        let url = try MountedProvider.current.url.appendingPathComponent("document.pdf")
        let before = try Data(contentsOf: url)
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: url)?.first)
        #expect(version.isConflict && !version.isResolved && version.hasLocalContents)
        #expect(version.localizedName == "document.pdf")
        #expect(version.modificationDate.map { abs($0.timeIntervalSinceNow) < 60 } == true)
        let other = try Data(contentsOf: version.url)
        #expect(other != before && other.starts(with: before))
        #expect(try version.replaceItem(at: url) == url)
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.map(\.url) == [version.url])
        #expect(try version.replaceItem(at: url, options: .byMoving) == url)
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.isEmpty == true)
        #expect(try Data(contentsOf: url) == other)
    }

    @Test(.provider(yaml: conflict.replacingOccurrences(of: "scope: none", with: "profile: strict")))
    func `c7: an item's scope covers its versions, and nothing else does`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        let document = try Data(contentsOf: url)
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: url)?.first)
        #expect(try Data(contentsOf: version.url).starts(with: document))
        url.stopAccessingSecurityScopedResource()
        #expect(throws: (any Error).self) { try Data(contentsOf: version.url) }
    }

    @Test(.provider(yaml: conflict)) func `c7: a version is found again by its identifier, as long as it is there`()
        async throws
    {
        let url = try MountedProvider.current.url.appendingPathComponent("document.pdf")
        _ = try Data(contentsOf: url)
        let version = try #require(NSFileVersion.otherVersionsOfItem(at: url)?.first)
        let again = NSFileVersion(itemAt: url, forPersistentIdentifier: version.persistentIdentifier)
        #expect(again?.url == version.url)
        #expect(try await NSFileVersion.nonlocalVersionsOfItem(at: url).isEmpty)
        try FileManager.default.evictUbiquitousItem(at: version.url)
        #expect(try await NSFileVersion.nonlocalVersionsOfItem(at: url).map(\.url) == [version.url])
        try version.remove()
        #expect(NSFileVersion(itemAt: url, forPersistentIdentifier: version.persistentIdentifier) == nil)
        #expect(throws: NSError.self) { try version.remove() }
    }

    @Test func `c7: an ordinary file has its present version and no other`() throws {
        let folder = try TestFolder()
        let url = folder.url.appendingPathComponent("a.txt")
        #expect(NSFileVersion.currentVersionOfItem(at: url) == nil)
        #expect(NSFileVersion.otherVersionsOfItem(at: url) == nil)
        try Data("a".utf8).write(to: url)
        let current = try #require(NSFileVersion.currentVersionOfItem(at: url))
        #expect(current.url == url && !current.isConflict && current.isResolved)
        #expect(NSFileVersion.otherVersionsOfItem(at: url) == [])
        #expect(throws: NSError.self) { try current.remove() }
    }
}
