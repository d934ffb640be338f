#if os(Linux)
import Dispatch
import Foundation

/// Whether the calling code is what an app's user waits for. On Apple's systems the main queue, and the main actor, run
/// on the main thread; on Linux they run on any once `dispatchMain()` was called.
enum MainQueue {
    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }
}
#endif
