#if os(Linux)
import ControlProtocol
import Foundation

/// Where a file URL leads: an item of a mount, or a file of this machine.
struct FileLocation: Sendable {
    let service: any ClaimService
    let path: ControlPath
    /// The security scope that the URL carries (file-access-semantics a5).
    let token: String?

    /// - Throws: `ControlFailure`: the URL isn't a file's, or its mount doesn't answer.
    init(_ url: URL) throws(ControlFailure) {
        guard let picked = PickedURL(url.absoluteURL.absoluteString) else {
            throw ControlFailure(
                domain: ControlFailure.cocoaDomain, code: CocoaError.fileReadUnsupportedScheme.rawValue,
                message: "'\(url.absoluteString)' isn't a file URL.")
        }
        token = picked.token
        if let item = ProviderMount.locate(picked.path) {
            service = try MountServices.service(for: item.mount)
            path = item.path
        } else {
            service = LocalService.shared
            path = Self.localPath(picked.path)
        }
    }

    /// Only the mount of the URL, when it is on one; nobody is connected to.
    static func mountItem(of url: URL) -> (LocatedItem, token: String?)? {
        guard let picked = PickedURL(url.absoluteURL.absoluteString), let item = ProviderMount.locate(picked.path)
        else {
            return nil
        }
        return (item, picked.token)
    }

    /// Two names of one folder must be one path to the arbiter, so links in the parent are followed.
    private static func localPath(_ bytes: [UInt8]) -> ControlPath {
        let path = String(decoding: bytes, as: UTF8.self)
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let parent = url.deletingLastPathComponent().resolvingSymlinksInPath().path
        let whole = parent == "/" ? "/" + url.lastPathComponent : parent + "/" + url.lastPathComponent
        return ControlPath(String(whole.drop { $0 == "/" }))
    }

    /// The URL of the item when it has come to be at `current`: the same URL where nothing moved, so that it keeps
    /// everything that the caller's had, and else a new one with the same scope.
    static func url(_ original: URL, from old: ControlPath, to current: ControlPath, in service: any ClaimService)
        -> URL
    {
        guard current != old else { return original }
        let token = PickedURL(original.absoluteURL.absoluteString)?.token
        let picked = PickedURL(path: service.absolutePath(of: current), token: token)
        return URL(string: picked.text) ?? original
    }
}
#endif
