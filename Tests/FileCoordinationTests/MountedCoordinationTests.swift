import FileCoordination
import ProviderTesting
import Testing

/// Rows b, d and e of file-access-semantics, on a real mount.
@Suite struct MountedCoordinationTests {
    private static let free = "provider: Sample\nscope: none\n"
    private static let dataless = free + "items:\n  - {match: '**', state: dataless}\n"

    @Test(.provider(yaml: "provider: Sample\n"))
    func `the ordinary importer imports a picked document, and not a rebuilt path`() throws {
        let provider = try MountedProvider.current
        let importer = OrdinaryImporter(library: provider.scratch)
        let picked = try provider.pick("document.pdf")
        #expect(try Data(contentsOf: importer.importDocument(at: picked)) == SampleDocument.pdf)
        #expect(throws: OrdinaryImporter.ImportError.accessDenied) {
            try importer.importDocument(at: URL(fileURLWithPath: picked.path))
        }
        let trace = try provider.trace
        #expect(trace.hasBalancedScopes && trace.hasReleasedAllClaims)
        #expect(trace.hasNoReadOutsideScope && trace.hasNoReadOutsideCoordination)
    }

    @Test(.provider(yaml: free)) func `b11: the accessor gets the URL of an item that moved while it waited`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let done = DispatchSemaphore(value: 0)
        let seen = Recorder()
        NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
            let intent = NSFileAccessIntent.readingIntent(with: url)
            NSFileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
                seen.note(error.map { "\($0)" } ?? intent.url.path)
                seen.note("\((try? Data(contentsOf: intent.url)) == SampleDocument.pdf)")
                // The old URL is used where the accessor was given another.
                _ = try? Data(contentsOf: url)
                done.signal()
            }
            #expect(throws: Never.self) {
                try provider.waitUntilClaimsWait()
                try provider.move("document.pdf", to: "Archive/moved.pdf")
            }
        }
        done.wait()
        #expect(seen.notes == [provider.url.path + "/Archive/moved.pdf", "true"])
        #expect(try provider.trace.findings.map(\.action).contains("original-url-used"))
    }

    @Test(.provider(yaml: free)) func `b15: cancelling a waiting read gives 3072, and the claim is gone`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let coordinator = NSFileCoordinator()
        let done = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
            let intent = NSFileAccessIntent.readingIntent(with: url)
            coordinator.coordinate(with: [intent], queue: OperationQueue()) { error in
                #expect((error as? CocoaError)?.code == .userCancelled)
                done.signal()
            }
            #expect(throws: Never.self) { try provider.waitUntilClaimsWait() }
            coordinator.cancel()
            done.wait()
        }
        try provider.waitUntilQuiet()
    }

    @Test(.provider(yaml: dataless)) func `b17, d1: a coordinated read downloads first`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .notDownloaded)
        #expect(FileManager.default.isUbiquitousItem(at: url))
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { url in
            #expect((try? url.ubiquitousItemResourceValues())?.ubiquitousItemDownloadingStatus == .current)
            #expect((try? Data(contentsOf: url)) == SampleDocument.pdf)
        }
        #expect(error == nil)
        try FileManager.default.evictUbiquitousItem(at: url)
        let values = try url.ubiquitousItemResourceValues()
        #expect(values.ubiquitousItemDownloadingStatus == .notDownloaded)
        #expect(values.isUbiquitousItem && values.ubiquitousItemContainerDisplayName == "Sample")
        try FileManager.default.startDownloadingUbiquitousItem(at: url)
    }

    @Test(.provider(yaml: dataless)) func `b6: metadata only is granted without a download`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        NSFileCoordinator().coordinate(
            readingItemAt: url, options: .immediatelyAvailableMetadataOnly, error: nil
        ) { url in
            #expect((try? FileManager.default.attributesOfItem(atPath: url.path)) != nil)
        }
        #expect(try provider.trace.events("download").isEmpty)
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .notDownloaded)
    }

    @Test(.provider(yaml: dataless)) func `b18: offline, a coordinated read fails with the provider's error`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.goOffline()
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { _ in Issue.record("The accessor ran.") }
        #expect(error?.domain == NSFileProviderErrorDomain)
        #expect(error?.code == NSFileProviderError.serverUnreachable.rawValue)
        try provider.goOnline()
        error = nil
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { _ in }
        #expect(error == nil)
    }

    @Test(.provider(yaml: free)) func `a provider that dies in mid-claim gives errors, not hangs`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let done = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
            let intent = NSFileAccessIntent.readingIntent(with: url)
            NSFileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
                #expect(error != nil)
                done.signal()
            }
            #expect(throws: Never.self) { try provider.waitUntilClaimsWait() }
            provider.kill()
            done.wait()
        }
        var error: NSError?
        NSFileCoordinator().coordinate(readingItemAt: url, error: &error) { _ in Issue.record("The accessor ran.") }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(!url.startAccessingSecurityScopedResource())
    }

    @Test(.provider(yaml: free)) func `c2, c5: presenters on a mount are asked in order and told of moves`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let presenter = NotingPresenter(url)
        NSFileCoordinator.addFilePresenter(presenter)
        NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ in presenter.recorder.note("reading") }
        try provider.move("document.pdf", to: "moved.pdf")
        // The provider answers after it told the presenters.
        _ = try url.ubiquitousItemResourceValuesIfThere
        presenter.settle()
        NSFileCoordinator.removeFilePresenter(presenter)
        #expect(
            presenter.recorder.notes == [
                "relinquish to reader", "save", "reading", "reacquire", "did move to moved.pdf",
            ])
    }

    @Test(.provider(yaml: free)) func `L7, e: copyItem of a source that ends early succeeds with a short copy`() throws
    {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules(
            "rules:\n  - {name: ends, when: {operation: read, path: '**'}, do: {end-early: {at: 40%}}}\n")
        let copy = provider.scratch.appendingPathComponent("copy")
        try FileManager.default.copyItem(at: url, to: copy)
        #expect(try Data(contentsOf: copy).count < SampleDocument.pdf.count)
    }
}

extension URL {
    /// Asks the provider about the item, for a test that must wait until the provider has gone on.
    fileprivate var ubiquitousItemResourceValuesIfThere: UbiquitousItemResourceValues? {
        get throws { try? ubiquitousItemResourceValues() }
    }
}
