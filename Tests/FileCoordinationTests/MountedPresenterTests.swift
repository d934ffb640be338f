import ControlProtocol
import FileCoordination
import ProviderTesting
import SystemIO
import Testing

/// Rows c and b of file-access-semantics that take a provider: what presenters are told by it, and who waits for them.
@Suite struct MountedPresenterTests {
    private static let free = "provider: Sample\nscope: none\n"

    /// Is asked before an eviction, and observes the download state; it may never answer.
    private final class EvictionPresenter: NSObject, NSFilePresenter, @unchecked Sendable {
        let presentedItemURL: URL?
        let presentedItemOperationQueue = OperationQueue()
        let observedPresentedItemUbiquityAttributes: Set<URLResourceKey> = [.ubiquitousItemIsDownloadingKey]
        let recorder = Recorder()
        let failure: (any Error)?
        private let told = DispatchSemaphore(value: 0)

        init(_ url: URL, failure: (any Error)? = nil) {
            presentedItemURL = url
            self.failure = failure
            super.init()
        }

        func accommodatePresentedItemEviction(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
            recorder.note("accommodate eviction")
            completionHandler(failure)
        }

        func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>) {
            recorder.note("ubiquity attributes \(attributes.count)")
            told.signal()
        }

        func waitUntilTold() { #expect(told.wait(timeout: .now() + 20) == .success) }
    }

    @Test(.provider(yaml: free)) func `c11: a presenter accommodates an eviction and is told of the download state`()
        throws
    {
        let url = try MountedProvider.current.pick("document.pdf")
        let presenter = EvictionPresenter(url)
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        try FileManager.default.evictUbiquitousItem(at: url)
        presenter.waitUntilTold()
        #expect(presenter.recorder.notes == ["accommodate eviction", "ubiquity attributes 1"])
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .notDownloaded)
    }

    @Test(.provider(yaml: free)) func `c11: a presenter that fails keeps its item`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        let presenter = EvictionPresenter(url, failure: CocoaError(.fileWriteOutOfSpace))
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        let error = #expect(throws: NSError.self) { try FileManager.default.evictUbiquitousItem(at: url) }
        #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
        #expect(try url.ubiquitousItemResourceValues().ubiquitousItemDownloadingStatus == .current)
    }

    /// Relinquishes only when the test says so.
    private final class SlowPresenter: NSObject, NSFilePresenter, @unchecked Sendable {
        let presentedItemURL: URL?
        let presentedItemOperationQueue = OperationQueue()
        let asked = DispatchSemaphore(value: 0)
        private var completion: (@Sendable ((@Sendable () -> Void)?) -> Void)?

        init(_ url: URL) {
            presentedItemURL = url
            super.init()
        }

        func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
            completion = reader
            asked.signal()
        }

        func answer() { completion?(nil) }
    }

    @Test(.provider(yaml: free)) func `c4, b19: others wait until a presenter calls its completion`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let presenter = SlowPresenter(url)
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        let done = DispatchSemaphore(value: 0)
        NSFileCoordinator().coordinate(with: [.readingIntent(with: url)], queue: OperationQueue()) { error in
            #expect(error == nil)
            done.signal()
        }
        presenter.asked.wait()
        try provider.waitUntilClaimsWait()
        #expect(done.wait(timeout: .now()) == .timedOut)
        presenter.answer()
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    @Test(.provider(yaml: free)) func `b20: an app's own deadline ends a wait off the main queue by cancel`()
        async throws
    {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let presenter = SlowPresenter(url)
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        let coordinator = NSFileCoordinator()
        let error: NSError? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { coordinator.cancel() }
                var error: NSError?
                coordinator.coordinate(readingItemAt: url, error: &error) { _ in Issue.record("The reader ran.") }
                continuation.resume(returning: error)
            }
        }
        #expect(error?.code == CocoaError.userCancelled.rawValue)
        try provider.waitUntilQuiet()
    }

    @Test(.provider(yaml: free)) func `b10: willMoveTo does nothing, and didMoveTo tells those who wait`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        let target = provider.url.appendingPathComponent("moved.pdf")
        let done = DispatchSemaphore(value: 0)
        let coordinator = NSFileCoordinator()
        let intent = NSFileAccessIntent.readingIntent(with: url)
        coordinator.coordinate(writingItemAt: url, options: .forMoving, error: nil) { current in
            coordinator.item(at: current, willMoveTo: target)
            NSFileCoordinator().coordinate(with: [intent], queue: OperationQueue()) { error in
                #expect(error == nil)
                done.signal()
            }
            #expect(throws: Never.self) {
                try provider.waitUntilClaimsWait()
                try FileManager.default.moveItem(at: current, to: target)
            }
            coordinator.item(at: current, didMoveTo: target)
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
        #expect(intent.url.lastPathComponent == "moved.pdf")
    }

    @Test(.provider(yaml: free + "items:\n  - {match: '**', state: dataless}\n"))
    func `d2, d3: the download keys answer for a provider's item`() throws {
        let provider = try MountedProvider.current
        let url = try provider.pick("document.pdf")
        try provider.addRules(
            "rules:\n  - {name: stalls, when: {operation: download, nth: 1}, do: {stall: {at: 40%, for: forever}}}\n")
        #expect(try !url.ubiquitousItemResourceValues().ubiquitousItemDownloadRequested)
        try FileManager.default.startDownloadingUbiquitousItem(at: url)
        let during = try url.ubiquitousItemResourceValues()
        #expect(during.isUbiquitousItem && during.ubiquitousItemIsDownloading && during.ubiquitousItemDownloadRequested)
        #expect(during.ubiquitousItemDownloadingStatus == .notDownloaded)
        #expect(during.ubiquitousItemContainerDisplayName == "Sample")
        try provider.liftFaults()
        try provider.materialize("document.pdf")
        let after = try url.ubiquitousItemResourceValues()
        #expect(!after.ubiquitousItemIsDownloading && after.ubiquitousItemDownloadingError == nil)
        #expect(after.ubiquitousItemDownloadingStatus == .current)
    }
}
