#if os(Linux)
import Foundation
import Synchronization

/// One item of an asynchronous coordinated access.
public final class NSFileAccessIntent: NSObject, Sendable {
    let item: RequestedItem
    private let current: Mutex<URL>

    private init(_ item: RequestedItem) {
        self.item = item
        current = Mutex(item.url)
        super.init()
    }

    /// An intent to read.
    public static func readingIntent(
        with url: URL, options: NSFileCoordinator.ReadingOptions = []
    ) -> NSFileAccessIntent {
        NSFileAccessIntent(.reading(url, options))
    }

    /// An intent to write.
    public static func writingIntent(
        with url: URL, options: NSFileCoordinator.WritingOptions = []
    ) -> NSFileAccessIntent {
        NSFileAccessIntent(.writing(url, options))
    }

    /// Where the item is: inside the accessor it may be another URL than the one given (file-access-semantics b11).
    public var url: URL { current.withLock { $0 } }

    func moved(to url: URL) {
        current.withLock { $0 = url }
    }
}
#endif
