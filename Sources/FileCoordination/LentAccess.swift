#if os(Linux)
import ControlProtocol
import Foundation

/// Access that is lent to another program: the scope of what the picker gave, and a coordinated read of it, for this
/// process and those that descend from it.
package final class LentAccess {
    private let item: (LocatedItem, token: String?)?
    private let url: URL
    private var isStarted = false
    private var access: CoordinatedAccess?
    private let coordinator = NSFileCoordinator()

    /// - Parameter source: the text of a picked URL, or a path.
    package init(_ source: String) {
        url =
            PickedURL(source) == nil
            ? URL(fileURLWithPath: source) : URL(string: source) ?? URL(fileURLWithPath: source)
        item = FileLocation.mountItem(of: url)
    }

    /// Starts the scope. False isn't a failure: the item may be readable all the same (file-access-semantics a2).
    /// - Throws: `ControlFailure` when the mount doesn't answer.
    package func start() throws(ControlFailure) -> Bool {
        guard let (item, token) = item else { return false }
        let client = try MountServices.service(for: item.mount).client
        isStarted = try client.call(ScopeStartRequest(token: token, path: item.path, covers: .descendants)).granted
        return isStarted
    }

    /// Coordinates a read, and waits for it as long as it takes.
    /// - Throws: `NSError` as an app would see it.
    package func coordinate() throws {
        do throws(ControlFailure) {
            let access = try coordinator.begin([.reading(url, [])])
            self.access = access
            try access.wait()
        } catch {
            throw AccessError.error(for: error, url: url)
        }
    }

    /// Ends the wait for a coordinated read, from any thread: it fails as the user's cancel does.
    package var cancel: @Sendable () -> Void {
        let coordinator = coordinator
        return { coordinator.cancel() }
    }

    /// The path that an accessor is given.
    package var path: String {
        let current = access?.urls.first ?? url
        return PickedURL(current.absoluteURL.absoluteString).map { String(decoding: $0.path, as: UTF8.self) }
            ?? url.path
    }

    /// Gives back what was got.
    package func stop() {
        if let access { coordinator.end(access) }
        access = nil
        if isStarted, let (item, token) = item, let service = try? MountServices.service(for: item.mount) {
            _ = try? service.client.call(ScopeStopRequest(token: token, path: item.path))
        }
        isStarted = false
    }
}
#endif
