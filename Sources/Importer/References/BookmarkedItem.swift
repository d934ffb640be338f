import ControlProtocol
import FileCoordination
import Foundation
import ImportCore

/// Making bookmarks and resolving them, by the API that apps have for it.
enum BookmarkedItem {
    /// - Throws: `ImportProblem`.
    static func bookmark(of url: URL, _ control: ImportControl) throws(ImportProblem) -> ItemBookmark {
        let path = url.pathBytes
        let attributes = try FileItem(path: path, isOnProvider: true).attributes(control)
        let data = try control.waiting(interrupt: {}) { () throws(ImportProblem) in
            do {
                return try url.bookmarkData(options: .withSecurityScope)
            } catch {
                throw ImportProblem(coordination: error as NSError)
            }
        }
        return ItemBookmark(data: Array(data), path: DisplayName(bytes: path), attributes: attributes)
    }

    /// Whether a bookmark's bytes are those of one, without asking its provider.
    static func isWhole(_ data: [UInt8]) -> Bool { URL.isBookmark(Data(data)) }

    /// What a bookmark resolved to.
    struct Resolution: Sendable {
        let url: URL
        /// Whether the system asks for a new bookmark.
        let isStale: Bool

        var path: [UInt8] { url.pathBytes }

        /// Whether its URL carries a scope, so that access is the provider's to grant.
        var isScoped: Bool { PickedURL(url.absoluteString)?.token != nil }

        /// Whether the item is in a folder for what people have thrown away: a provider's, a volume's, or the user's.
        var isInTrash: Bool {
            let folders = path.split(separator: UInt8(ascii: "/")).dropLast().map {
                String(decoding: $0, as: UTF8.self)
            }
            if folders.contains(where: { [".Trash", ".Trashes"].contains($0) || $0.hasPrefix(".Trash-") }) {
                return true
            }
            return zip(folders, folders.dropFirst()).contains { $0 == ("share", "Trash") }
        }
    }

    /// - Throws: `ImportProblem`: `access` where the provider wants an authorization, `missing` where it has no such
    ///   item any more, `unavailable` where it is not there itself.
    static func resolve(_ data: [UInt8], _ control: ImportControl) throws(ImportProblem) -> Resolution {
        try control.waiting(interrupt: {}) { () throws(ImportProblem) in
            do {
                var isStale = false
                let url = try URL(
                    resolvingBookmarkData: Data(data), options: .withSecurityScope, bookmarkDataIsStale: &isStale)
                return Resolution(url: url, isStale: isStale)
            } catch CocoaError.fileReadCorruptFile {
                throw ImportProblem(.missing, "its bookmark is damaged")
            } catch {
                throw ImportProblem(coordination: error as NSError)
            }
        }
    }
}

extension CoordinatedSource: ReferableSource {
    public func makeBookmark(_ control: ImportControl) throws(ImportProblem) -> ItemBookmark {
        try BookmarkedItem.bookmark(of: url, control)
    }
}

extension PlainFileSource: ReferableSource {
    public func makeBookmark(_ control: ImportControl) throws(ImportProblem) -> ItemBookmark {
        // A URL of this path, whatever bytes it has.
        guard path.first == UInt8(ascii: "/"), let url = URL(string: PickedURL(path: path, token: nil).text) else {
            throw ImportProblem(.notAFile, "its path is not absolute")
        }
        return try BookmarkedItem.bookmark(of: url, control)
    }
}
