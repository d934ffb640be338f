#if os(Linux)
import ControlProtocol
import Foundation

extension URL {
    /// Asks for access to the resource that a security-scoped URL leads to.
    ///
    /// The picker's URLs, and those of resolved bookmarks, carry a scope; one that was rebuilt from a path doesn't
    /// (file-access-semantics a5), nor does the URL of an item inside a picked folder (a7). For those, and for every
    /// file that isn't on a mount, the answer is `false`, which isn't a failure: the file may be readable all the
    /// same (a2).
    ///
    /// Calls nest for each process and item (a4). A process has a limited number of grants, 2,000 by default; beyond
    /// it the answer is `false` (a8, a9).
    /// - Returns: whether access was granted. Only then a stop is owed (a3).
    @discardableResult
    public func startAccessingSecurityScopedResource() -> Bool {
        guard let (item, token) = FileLocation.mountItem(of: self),
            let service = try? MountServices.service(for: item.mount)
        else { return false }
        let answer = try? service.client.call(ScopeStartRequest(token: token, path: item.path))
        return answer?.granted ?? false
    }

    /// Gives up what a successful `startAccessingSecurityScopedResource()` got (a3). Descriptors that are open already
    /// go on working (a10). A stop without a start is reported as an access finding.
    public func stopAccessingSecurityScopedResource() {
        guard let (item, token) = FileLocation.mountItem(of: self),
            let service = try? MountServices.service(for: item.mount)
        else { return }
        _ = try? service.client.call(ScopeStopRequest(token: token, path: item.path))
    }
}

extension NSURL {
    /// See `URL.startAccessingSecurityScopedResource()`.
    @discardableResult
    public func startAccessingSecurityScopedResource() -> Bool {
        (self as URL).startAccessingSecurityScopedResource()
    }

    /// See `URL.stopAccessingSecurityScopedResource()`.
    public func stopAccessingSecurityScopedResource() {
        (self as URL).stopAccessingSecurityScopedResource()
    }
}
#endif
