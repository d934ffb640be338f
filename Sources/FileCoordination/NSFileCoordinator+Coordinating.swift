#if os(Linux)
import Foundation

extension NSFileCoordinator {
    /// Reads an item. The accessor runs on the calling thread, which waits until then (file-access-semantics b12).
    /// - Parameters:
    ///   - outError: set when the accessor wasn't run.
    ///   - reader: gets the item's URL by then, which may be another than `url` (b11): always use it.
    public func coordinate(
        readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
        byAccessor reader: (URL) -> Void
    ) {
        coordinate([.reading(url, options)], outError) { reader($0[0]) }
    }

    /// Writes an item.
    public func coordinate(
        writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer,
        byAccessor writer: (URL) -> Void
    ) {
        coordinate([.writing(url, options)], outError) { writer($0[0]) }
    }

    /// Reads one item and writes another, with both claims at once.
    public func coordinate(
        readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
        writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
        error outError: NSErrorPointer, byAccessor readerWriter: (URL, URL) -> Void
    ) {
        coordinate([.reading(readingURL, readingOptions), .writing(writingURL, writingOptions)], outError) {
            readerWriter($0[0], $0[1])
        }
    }

    /// Writes two items, with both claims at once. A safe move writes the source `forMoving` and the destination
    /// `forReplacing`, and calls `item(at:didMoveTo:)` inside (b9).
    public func coordinate(
        writingItemAt url1: URL, options options1: WritingOptions = [],
        writingItemAt url2: URL, options options2: WritingOptions = [],
        error outError: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
    ) {
        coordinate([.writing(url1, options1), .writing(url2, options2)], outError) { writer($0[0], $0[1]) }
    }

    /// Waits for access to all intents without blocking this thread, then runs the accessor on the queue; access ends
    /// when it returns (b13). Use each intent's `url` inside: it is where the item is by then (b11).
    /// - Parameter accessor: gets nil, or the error for which access wasn't granted.
    public func coordinate(
        with intents: [NSFileAccessIntent], queue: OperationQueue,
        byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let items = intents.map(\.item)
        let access: CoordinatedAccess
        do {
            access = try begin(items, isNested: false)
        } catch {
            let failure = AccessError.error(for: error, url: items.first?.url)
            queue.addOperation { accessor(failure) }
            return
        }
        access.begin { [self] failure in
            let error = failure.map { AccessError.error(for: $0, url: items.first?.url) }
            queue.addOperation { [self] in
                defer { end(access) }
                if let error { return accessor(error) }
                for (intent, url) in zip(intents, access.urls) { intent.moved(to: url) }
                HeldClaims.hold(access.heldClaims) { accessor(nil) }
            }
        }
    }

    /// Asks the presenters of many items to prepare before they are accessed one by one (b14): what they would be
    /// asked to save at each access, they save now.
    /// - Parameter batchAccessor: coordinates the items with this coordinator, then calls its argument. The calling
    ///   thread waits for that call.
    public func prepare(
        forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
        writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
        error outError: NSErrorPointer, byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
    ) {
        precondition(
            !readingOptions.contains(.resolvesSymbolicLink), "resolvesSymbolicLink isn't valid in prepare (b5).")
        let items =
            readingURLs.map { RequestedItem.reading($0, readingOptions) }
            + writingURLs.map { RequestedItem.writing($0, writingOptions) }
        do {
            let access = try begin(items, prepare: true)
            defer { end(access) }
            try access.wait()
        } catch {
            outError?.pointee = AccessError.error(for: error, url: items.first?.url)
            return
        }
        let completed = DispatchSemaphore(value: 0)
        batchAccessor { completed.signal() }
        completed.wait()
    }

    /// Does nothing on iOS, and nothing here (b10).
    public func item(at oldURL: URL, willMoveTo newURL: URL) {}

    /// Tells those who wait for the item, and its presenters, where it is now. Valid only inside an accessor (b10).
    public func item(at oldURL: URL, didMoveTo newURL: URL) {
        guard let old = try? FileLocation(oldURL), let new = try? FileLocation(newURL),
            old.service.key == new.service.key
        else { return }
        old.service.didMove(purpose: purposeIdentifier, from: old.path, to: new.path)
    }
}

extension RequestedItem {
    static func reading(_ url: URL, _ options: NSFileCoordinator.ReadingOptions) -> RequestedItem {
        RequestedItem(url: url, mode: .reading, options: options.accessOptions)
    }

    static func writing(_ url: URL, _ options: NSFileCoordinator.WritingOptions) -> RequestedItem {
        RequestedItem(url: url, mode: .writing, options: options.accessOptions)
    }
}
#endif
