#if os(Linux)
import Foundation

/// Somebody who shows or uses a file, and is told what others do to it: Apple's protocol of this name. Requirements
/// that are optional there have default implementations here.
///
/// Messages come on `presentedItemOperationQueue`, for one access in this order: relinquish, save or accommodate,
/// messages about changes, reacquire (file-access-semantics c2). Every completion handler must be called, or those who
/// wait for it wait for ever (c4). Saving can be asked without relinquishing, by `prepare` (c3).
public protocol NSFilePresenter: NSObjectProtocol {
    /// What is presented; nil as long as it doesn't exist (c1). May be asked on any queue.
    var presentedItemURL: URL? { get }
    /// Where messages are delivered. The main queue invites deadlocks (c1).
    var presentedItemOperationQueue: OperationQueue { get }
    /// The main file of a related item, on macOS (c11).
    var primaryPresentedItemURL: URL? { get }
    /// Which attributes `presentedItemDidChangeUbiquityAttributes` is to tell about (c11).
    var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { get }

    /// Somebody is to read: stop writing, call `reader` with a block that is called when they are done.
    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
    /// Somebody is to write: stop using the item, call `writer` with a block that is called when they are done.
    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)
    /// Save what isn't saved. An error fails the other's access (b16).
    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
    /// The item is to be deleted or replaced.
    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
    /// An item in the presented folder is to be deleted (c6).
    func accommodatePresentedSubitemDeletion(
        at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)
    /// The item is to be evicted (c11).
    func accommodatePresentedItemEviction(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// The item is elsewhere; its extension may be another (c5).
    func presentedItemDidMove(to newURL: URL)
    /// The content or an attribute changed (c5).
    func presentedItemDidChange()
    /// The download state changed (c11).
    func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>)
    /// An item came into the presented folder (c6).
    func presentedSubitemDidAppear(at url: URL)
    /// An item of the presented folder is elsewhere (c6).
    func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)
    /// An item of the presented folder changed (c6).
    func presentedSubitemDidChange(at url: URL)

    /// Another version came to be beside the item's: a conflict, if it says so (c7).
    func presentedItemDidGain(_ version: NSFileVersion)
    /// A version beside the item's is gone (c7).
    func presentedItemDidLose(_ version: NSFileVersion)
    /// Somebody has resolved a conflict (c7).
    func presentedItemDidResolveConflict(_ version: NSFileVersion)
    /// The same for an item of the presented folder (c7).
    func presentedSubitem(at url: URL, didGain version: NSFileVersion)
    /// The same for an item of the presented folder (c7).
    func presentedSubitem(at url: URL, didLose version: NSFileVersion)
    /// The same for an item of the presented folder (c7).
    func presentedSubitem(at url: URL, didResolve version: NSFileVersion)
}

extension NSFilePresenter {
    /// None.
    public var primaryPresentedItemURL: URL? { nil }
    /// None, so no change of them is told (c11).
    public var observedPresentedItemUbiquityAttributes: Set<URLResourceKey> { [] }

    /// Has nothing to give up (c2).
    public func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        reader(nil)
    }

    /// Has nothing to give up (c2).
    public func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        writer(nil)
    }

    /// Has nothing to save (c2).
    public func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Lets it be deleted (c2).
    public func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Lets it be deleted (c6).
    public func accommodatePresentedSubitemDeletion(
        at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Lets it be evicted (c11).
    public func accommodatePresentedItemEviction(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        completionHandler(nil)
    }

    /// Does nothing (c5).
    public func presentedItemDidMove(to newURL: URL) {}
    /// Does nothing (c5).
    public func presentedItemDidChange() {}
    /// Does nothing (c11).
    public func presentedItemDidChangeUbiquityAttributes(_ attributes: Set<URLResourceKey>) {}
    /// Does nothing (c6).
    public func presentedSubitemDidAppear(at url: URL) {}
    /// Counts as a change of the item (c6).
    public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
        presentedSubitemDidChange(at: newURL)
    }
    /// Counts as a change of the folder, as for packages (c6).
    public func presentedSubitemDidChange(at url: URL) {
        presentedItemDidChange()
    }

    /// Does nothing (c7).
    public func presentedItemDidGain(_ version: NSFileVersion) {}
    /// Does nothing (c7).
    public func presentedItemDidLose(_ version: NSFileVersion) {}
    /// Does nothing (c7).
    public func presentedItemDidResolveConflict(_ version: NSFileVersion) {}
    /// Does nothing (c7).
    public func presentedSubitem(at url: URL, didGain version: NSFileVersion) {}
    /// Does nothing (c7).
    public func presentedSubitem(at url: URL, didLose version: NSFileVersion) {}
    /// Does nothing (c7).
    public func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {}
}

extension NSFileCoordinator {
    /// From now on the presenter is told what others do to its item. Balance it with `removeFilePresenter` (c9); add
    /// inside a coordinated read, so that no change is missed.
    public class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
        PresenterRegistry.add(filePresenter)
    }

    /// The presenter is told no more. What it was asked and hasn't answered counts as done.
    public class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
        PresenterRegistry.remove(filePresenter)
    }

    /// This process's presenters.
    public class var filePresenters: [any NSFilePresenter] { PresenterRegistry.all }
}
#endif
