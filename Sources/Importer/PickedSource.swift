import ControlProtocol
import FileCoordination
import Foundation
import ImportCore
import Synchronization

/// A document by its path, which is picked when its import begins, as a person picks it in a document picker.
public final class PickedSource: ImportSource {
    public let displayName: DisplayName
    public let origin: String
    public let provider: String?
    private let path: [UInt8]
    private let asCopy: Bool
    private let picked = Mutex<CoordinatedSource?>(nil)

    /// - Parameters:
    ///   - path: the path's bytes, absolute.
    ///   - asCopy: whether the picker makes a copy, as it does for apps that import rather than open.
    public init(path: [UInt8], asCopy: Bool = false) {
        self.path = path
        self.asCopy = asCopy
        displayName = DisplayName(pathBytes: path)
        origin = DisplayName(bytes: path).text
        provider = ProviderMount.locate(path).map { DisplayName(bytes: $0.mount.mountpoint).text }
    }

    public func startAccess() throws(ImportProblem) -> Bool {
        // The copy is made in the phase that waits for content.
        if asCopy { return false }
        let source = CoordinatedSource(url: try pick(), provider: provider)
        picked.withLock { $0 = source }
        return source.startAccess()
    }

    public func stopAccess() {
        picked.withLock { $0 }?.stopAccess()
    }

    public func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        if let source = picked.withLock({ $0 }) {
            try source.coordinateRead(control, accessor: accessor)
            return
        }
        let copy = try control.waiting(interrupt: {}) { () throws(ImportProblem) in try pick() }
        defer { InboxCopy.remove(copy) }
        guard let path = PickedURL(copy.absoluteString)?.path else {
            throw ImportProblem(.internal, "the picker gave no file URL")
        }
        try accessor(FileItem(path: path, isOnProvider: false))
    }

    private func pick() throws(ImportProblem) -> URL {
        guard let url = URL(string: PickedURL(path: path, token: nil).text) else {
            throw ImportProblem(.notAFile, "its path can't be a URL")
        }
        do {
            return try DocumentPicker.pick(url, asCopy: asCopy)
        } catch {
            throw ImportProblem(coordination: error as NSError)
        }
    }
}

/// A copy that the picker made, which is ours to remove.
private enum InboxCopy {
    static func remove(_ url: URL) {
        let folder = url.deletingLastPathComponent()
        guard folder.lastPathComponent.hasPrefix("fpsim-Inbox-") else { return }
        try? FileManager.default.removeItem(at: folder)
    }
}

extension PickedSource: ReferableSource {
    public func makeBookmark(_ control: ImportControl) throws(ImportProblem) -> ItemBookmark {
        guard let source = picked.withLock({ $0 }) else {
            throw ImportProblem(.internal, "a copy that the picker makes is nothing to refer to")
        }
        return try source.makeBookmark(control)
    }
}
