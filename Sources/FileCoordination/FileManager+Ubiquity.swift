#if os(Linux)
import ControlProtocol
import Foundation

extension FileManager {
    /// Whether the item is a provider's (file-access-semantics d2).
    public func isUbiquitousItem(at url: URL) -> Bool {
        FileLocation.mountItem(of: url) != nil
    }

    /// Starts an item's download and returns at once; `ubiquitousItemDownloadingStatus` tells how it goes.
    /// - Throws: the provider's error.
    public func startDownloadingUbiquitousItem(at url: URL) throws {
        try ask(url) { MaterializeRequest(path: $0) }
    }

    /// Removes an item's local copy.
    /// - Throws: `NSFileProviderError` codes where the provider refuses: unsynced edits, not evictable, open (d7).
    public func evictUbiquitousItem(at url: URL) throws {
        try ask(url) { EvictRequest(path: $0) }
    }

    private func ask<Request: ControlRequest>(_ url: URL, _ request: (ControlPath) -> Request) throws {
        guard let (item, _) = FileLocation.mountItem(of: url) else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: CocoaError.fileNoSuchFile.rawValue, userInfo: [NSURLErrorKey: url]
            )
        }
        do throws(ControlFailure) {
            _ = try MountServices.service(for: item.mount).client.call(request(item.path))
        } catch {
            throw AccessError.error(for: error, url: url)
        }
    }
}
#endif
