#if os(Linux)
import ControlProtocol
import Foundation

/// What a picker's delegate is told, on the main queue, as `UIDocumentPickerDelegate` is.
@MainActor public protocol DocumentPickerDelegate: AnyObject {
    /// The user chose these documents. Each URL carries its security scope, unless the picker makes copies.
    func documentPicker(_ controller: DocumentPicker, didPickDocumentsAt urls: [URL])
    /// The user chose nothing.
    func documentPickerWasCancelled(_ controller: DocumentPicker)
}

extension DocumentPickerDelegate {
    /// Does nothing.
    public func documentPickerWasCancelled(_ controller: DocumentPicker) {}
}

/// A document picker whose user is a test: it gives an app the URLs that `UIDocumentPickerViewController` would.
///
/// A picked URL carries a scope that the mount's provider checks (file-access-semantics a5); the same path rebuilt from
/// a string has none. With `asCopy` it is a temporary copy in an inbox folder that needs no scope and that the app must
/// move away at once (a2, a14). A file that isn't on a mount is given as it is.
@MainActor public final class DocumentPicker {
    /// Told on the main queue.
    public weak var delegate: (any DocumentPickerDelegate)?
    /// Whether the user can choose more than one document.
    public var allowsMultipleSelection = false
    /// Whether the picker is for folders: a folder's grant covers its tree (a7).
    public let picksFolders: Bool
    /// Whether the app gets copies.
    public let asCopy: Bool
    private var waiting: [CheckedContinuation<[URL]?, Never>] = []

    /// - Parameters:
    ///   - asCopy: gives copies in an inbox folder.
    ///   - forFolders: lets the user choose folders.
    public init(asCopy: Bool = false, forFolders: Bool = false) {
        self.asCopy = asCopy
        picksFolders = forFolders
    }

    /// The user chooses one document or folder.
    /// - Returns: what the delegate is given.
    /// - Throws: the error for which the provider has nothing to give, such as a copy that failed; the delegate is
    ///   told nothing then, as the system's picker shows the error itself.
    @discardableResult
    public func select(_ url: URL) async throws -> [URL] {
        try await select([url])
    }

    /// The user chooses several; only the first counts unless `allowsMultipleSelection`.
    @discardableResult
    public func select(_ urls: [URL]) async throws -> [URL] {
        let chosen = allowsMultipleSelection ? urls : Array(urls.prefix(1))
        let (asCopy, folder) = (asCopy, picksFolders)
        // A provider that is slow must not block the main queue.
        let picked = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try chosen.map { try DocumentPicker.pick($0, folder: folder, asCopy: asCopy) } })
            }
        }
        delegate?.documentPicker(self, didPickDocumentsAt: picked)
        resume(with: picked)
        return picked
    }

    /// The user cancels.
    public func cancel() {
        delegate?.documentPickerWasCancelled(self)
        resume(with: nil)
    }

    /// Waits for the user: the picked URLs, or nil when the user cancels. For apps in the async style.
    public func pickedDocuments() async -> [URL]? {
        await withCheckedContinuation { waiting.append($0) }
    }

    private func resume(with urls: [URL]?) {
        let continuations = waiting
        waiting = []
        for continuation in continuations { continuation.resume(returning: urls) }
    }

    /// The URL that the picker gives for an item, on the calling thread: for programs without a main queue.
    /// - Parameters:
    ///   - folder: the item is picked as a folder.
    ///   - asCopy: copies the item to an inbox folder below the temporary folder.
    /// - Throws: `NSError` when the provider doesn't answer or the copy fails.
    nonisolated public static func pick(_ url: URL, folder: Bool = false, asCopy: Bool = false) throws -> URL {
        let picked = try scopedURL(for: url, folder: folder)
        return asCopy ? try inboxCopy(of: picked) : picked
    }

    nonisolated private static func scopedURL(for url: URL, folder: Bool) throws -> URL {
        guard let (item, _) = FileLocation.mountItem(of: url) else { return url }
        do throws(ControlFailure) {
            let client = try MountServices.service(for: item.mount).client
            let answer = try client.call(PickRequest(path: item.path, folder: folder ? true : nil))
            let picked = PickedURL(path: item.mount.absolutePath(of: answer.path), token: answer.token)
            return URL(string: picked.text) ?? url
        } catch {
            throw AccessError.error(for: error, url: url)
        }
    }

    nonisolated private static func inboxCopy(of url: URL) throws -> URL {
        let isScoped = url.startAccessingSecurityScopedResource()
        defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
        var coordinationError: NSError?
        var result = Result<URL, any Error>.failure(CocoaError(.fileReadUnknown))
        NSFileCoordinator().coordinate(readingItemAt: url, error: &coordinationError) { current in
            result = Result {
                let inbox = try TemporaryFolder.make(named: "Inbox")
                let copy = FilePathURL.url(of: Array(inbox.path.utf8), name: FilePathURL.name(of: current))
                do {
                    try FileCopy.copy(current, to: copy)
                } catch {
                    try? FileManager.default.removeItem(at: inbox)
                    throw error
                }
                return copy
            }
        }
        if let coordinationError { throw coordinationError }
        let copy = try result.get()
        tellProvider(of: copy, madeFrom: url)
        return copy
    }

    /// The mount stands for the system too, which may purge the copy. One that is gone by now purges nothing.
    nonisolated private static func tellProvider(of copy: URL, madeFrom url: URL) {
        guard let (item, token) = FileLocation.mountItem(of: url), let token,
            let client = try? MountServices.service(for: item.mount).client
        else { return }
        let folder = ControlPath(copy.deletingLastPathComponent().path)
        _ = try? client.call(InboxCopyRequest(token: token, folder: folder))
    }
}
#endif
