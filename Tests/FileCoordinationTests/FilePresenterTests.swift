import FileCoordination
import Testing

/// A presenter that notes what it is told.
final class NotingPresenter: NSObject, NSFilePresenter, @unchecked Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue: OperationQueue
    let recorder = Recorder()
    var saveError: (any Error)?
    var savesWithCoordinator = false
    var removesItselfWhenAsked = false
    var answersTwice = false

    init(_ url: URL?) {
        presentedItemURL = url
        presentedItemOperationQueue = OperationQueue()
        presentedItemOperationQueue.maxConcurrentOperationCount = 1
        super.init()
    }

    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        recorder.note("relinquish to reader")
        if removesItselfWhenAsked { return NSFileCoordinator.removeFilePresenter(self) }
        reader { [recorder] in recorder.note("reacquire") }
    }

    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        recorder.note("relinquish to writer")
        writer { [recorder] in recorder.note("reacquire") }
    }

    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        recorder.note("save")
        if savesWithCoordinator, let presentedItemURL {
            NSFileCoordinator(filePresenter: self).coordinate(writingItemAt: presentedItemURL, error: nil) { url in
                try? "saved".write(to: url, atomically: false, encoding: .utf8)
            }
        }
        completionHandler(saveError)
        if answersTwice { completionHandler(nil) }
    }

    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        recorder.note("accommodate deletion")
        completionHandler(nil)
    }

    func presentedItemDidChange() { recorder.note("did change") }
    func presentedItemDidMove(to newURL: URL) { recorder.note("did move to \(newURL.lastPathComponent)") }

    /// Everything that was sent has been received.
    func settle() { presentedItemOperationQueue.waitUntilAllOperationsAreFinished() }
}

@Suite struct FilePresenterTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func presenting(_ url: URL, _ body: (NotingPresenter) throws -> Void) rethrows {
        let presenter = NotingPresenter(url)
        NSFileCoordinator.addFilePresenter(presenter)
        defer { NSFileCoordinator.removeFilePresenter(presenter) }
        try body(presenter)
    }

    @Test func `c2: relinquish, save, read, reacquire`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { _ in presenter.recorder.note("reading") }
            presenter.settle()
            #expect(presenter.recorder.notes == ["relinquish to reader", "save", "reading", "reacquire"])
        }
    }

    @Test func `c2, c5: relinquish, write, change, reacquire`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { _ in presenter.recorder.note("writing") }
            presenter.settle()
            #expect(presenter.recorder.notes == ["relinquish to writer", "writing", "did change", "reacquire"])
        }
    }

    @Test func `b4: a reader without changes asks nobody to save`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            NSFileCoordinator().coordinate(readingItemAt: file, options: .withoutChanges, error: nil) { _ in }
            presenter.settle()
            #expect(presenter.recorder.notes == ["relinquish to reader", "reacquire"])
        }
    }

    @Test func `b8: deleting asks to accommodate it`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            NSFileCoordinator().coordinate(writingItemAt: file, options: .forDeleting, error: nil) { _ in }
            presenter.settle()
            #expect(presenter.recorder.notes == ["relinquish to writer", "accommodate deletion", "reacquire"])
        }
    }

    @Test func `b14, c3: prepare asks to save without relinquishing`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            var error: NSError?
            let coordinator = NSFileCoordinator()
            coordinator.prepare(forReadingItemsAt: [file], writingItemsAt: [], error: &error) { completion in
                presenter.recorder.note("prepared")
                completion()
            }
            #expect(error == nil)
            presenter.settle()
            #expect(presenter.recorder.notes == ["save", "prepared"])
        }
    }

    @Test func `b16: a presenter that fails to save fails the read`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            presenter.saveError = CocoaError(.fileWriteOutOfSpace)
            presenter.answersTwice = true
            var error: NSError?
            NSFileCoordinator().coordinate(readingItemAt: file, error: &error) { _ in Issue.record("The reader ran.") }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
        }
    }

    @Test func `c2: a presenter saves with a coordinator of its own while it is asked`() throws {
        let file = try folder.file("a", "old")
        presenting(file) { presenter in
            presenter.savesWithCoordinator = true
            NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { url in
                #expect((try? String(contentsOf: url, encoding: .utf8)) == "saved")
            }
        }
    }

    @Test func `c8, b2: a presenter's own coordinator sends it nothing`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            NSFileCoordinator(filePresenter: presenter).coordinate(writingItemAt: file, error: nil) { _ in }
            presenter.settle()
            #expect(presenter.recorder.notes == [])
        }
    }

    @Test func `c9: a presenter that removes itself while it is asked holds nobody up`() throws {
        let file = try folder.file("a")
        presenting(file) { presenter in
            presenter.removesItselfWhenAsked = true
            var ran = false
            NSFileCoordinator().coordinate(readingItemAt: file, error: nil) { _ in ran = true }
            #expect(ran)
            #expect(!NSFileCoordinator.filePresenters.contains { $0 === presenter })
        }
    }

    @Test func `c1: a presenter without a URL is added and hears nothing`() {
        let presenter = NotingPresenter(nil)
        NSFileCoordinator.addFilePresenter(presenter)
        #expect(NSFileCoordinator.filePresenters.contains { $0 === presenter })
        NSFileCoordinator.removeFilePresenter(presenter)
        NSFileCoordinator.removeFilePresenter(presenter)
        #expect(!NSFileCoordinator.filePresenters.contains { $0 === presenter })
    }

    @Test func `c5: a presenter is told where its item moved, its own mover is not`() throws {
        let (file, target) = (try folder.file("a"), folder.url.appendingPathComponent("b"))
        presenting(file) { presenter in
            let coordinator = NSFileCoordinator()
            coordinator.coordinate(writingItemAt: file, options: .forMoving, error: nil) { url in
                coordinator.item(at: url, didMoveTo: target)
            }
            presenter.settle()
            #expect(presenter.recorder.notes == ["relinquish to writer", "did move to b", "reacquire"])
        }
    }
}
