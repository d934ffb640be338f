#if os(Linux)
import ControlProtocol
import Foundation
import SystemIO

/// What the data of a bookmark holds: for a mount the provider's own bookmark, for a local file its path and inode.
struct Bookmark: Codable {
    private static let magic = "fpsim-bookmark"

    private var format = magic
    private var mountpoint: ControlPath?
    private var provider: String?
    private var isScoped = false
    private var path: ControlPath?
    private var inode: UInt64?

    init(mountpoint: [UInt8], provider: String, isScoped: Bool) {
        self.mountpoint = ControlPath(bytes: mountpoint)
        self.provider = provider
        self.isScoped = isScoped
    }

    init(local url: URL) throws {
        path = ControlPath(bytes: PickedURL(url.absoluteURL.absoluteString)?.path ?? [])
        inode = try Self.inode(of: url)
    }

    init(_ data: Data) throws {
        guard let read = try? JSONDecoder().decode(Bookmark.self, from: data), read.format == Self.magic else {
            throw CocoaError(.fileReadCorruptFile)
        }
        self = read
    }

    var data: Data {
        do {
            return try JSONEncoder().encode(self)
        } catch {
            preconditionFailure("A bookmark is made of strings and numbers: \(error)")
        }
    }

    func resolve() throws -> (URL, isStale: Bool) {
        if let mountpoint, let provider { return try resolve(mountpoint, provider) }
        let url = URL(fileURLWithPath: path?.description ?? "")
        return (url, try Self.inode(of: url) != inode)
    }

    private func resolve(_ mountpoint: ControlPath, _ provider: String) throws -> (URL, isStale: Bool) {
        guard let item = ProviderMount.locate(mountpoint.bytes) else {
            throw NSError(
                domain: NSFileProviderErrorDomain, code: NSFileProviderError.providerNotFound.rawValue,
                userInfo: [NSFilePathErrorKey: mountpoint.description])
        }
        do throws(ControlFailure) {
            let client = try MountServices.service(for: item.mount).client
            let answer = try client.call(BookmarkResolveRequest(bookmark: provider))
            let picked = PickedURL(
                path: item.mount.absolutePath(of: answer.path), token: isScoped ? answer.token : nil)
            guard let url = URL(string: picked.text) else {
                throw ControlFailure.conversation(.malformed, picked.text)
            }
            return (url, answer.stale)
        } catch {
            throw AccessError.error(for: error, url: nil)
        }
    }

    private static func inode(of url: URL) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
    }
}
#endif
