import FileCoordination
import Foundation
import Synchronization
import Testing

@Suite struct DropMessageFaultTests {
    /// An editor with unsaved changes, which it writes when it is asked to.
    private final class Editor: NSObject, NSFilePresenter, Sendable {
        let presentedItemURL: URL?
        let presentedItemOperationQueue = OperationQueue()
        let asked = Atomic(0)

        init(_ url: URL) {
            presentedItemURL = url
            super.init()
        }

        func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
            asked.add(1, ordering: .relaxed)
            completionHandler(nil)
        }
    }

    private func timesAsked(_ rules: String) throws -> (asked: Int, content: [UInt8]?, firings: Int) {
        let mount = try FaultyMount(rules)
        let editor = Editor(mount.provider.url.appendingPathComponent("a.pdf"))
        NSFileCoordinator.addFilePresenter(editor)
        defer { NSFileCoordinator.removeFilePresenter(editor) }
        let content = mount.coordinatedRead("a.pdf").content
        return (editor.asked.load(ordering: .relaxed), content, try mount.firings())
    }

    @Test func `c10: a reader comes in though the presenter was never asked to save`() throws {
        let lost = try timesAsked("{do: {drop-message: {}}}")
        #expect(lost.asked == 0)
        #expect(lost.content == FaultyMount.content)
        #expect(lost.firings > 0)
        let kept = try timesAsked("{do: {drop-message: {}}, when: {path: f/*}, optional: true}")
        #expect(kept.asked == 1)
        #expect(kept.content == FaultyMount.content)
    }
}
