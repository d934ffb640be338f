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
    package convenience init(_ source: String) { self.init(Array(source.utf8)) }

    /// - Parameter source: the same as it was typed, since a path need not be UTF-8.
    package init(_ source: [UInt8]) {
        let text = String(decoding: source, as: UTF8.self)
        url = PickedURL(text).flatMap { _ in URL(string: text) } ?? FilePathURL.url(of: source)
        item = FileLocation.mountItem(of: url)
    }

    /// Starts the scope. False isn't a failure: the item may be readable all the same (file-access-semantics a2).
    /// - Throws: `NSError` when the mount doesn't answer, as an app would see it.
    package func start() throws -> Bool {
        guard let (item, token) = item else { return false }
        do throws(ControlFailure) {
            let client = try MountServices.service(for: item.mount).client
            isStarted = try client.call(ScopeStartRequest(token: token, path: item.path, covers: .descendants)).granted
        } catch {
            throw AccessError.error(for: error, url: url)
        }
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
    package var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// The same, whatever bytes it has.
    package var pathBytes: [UInt8] {
        let current = access?.urls.first ?? url
        return PickedURL(current.absoluteURL.absoluteString)?.path ?? Array(url.path.utf8)
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
