#if os(Linux)
import ControlProtocol
import Foundation

extension URL {
    /// How a bookmark is made. The raw values are Apple's (file-access-semantics a15).
    public struct BookmarkCreationOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits (a15).
        public let rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A bookmark with as little as possible in it; here every one is small (a15).
        public static let minimalBookmark = BookmarkCreationOptions(rawValue: 1 << 9)
        /// For a bookmark that becomes a file of its own; it makes no difference here (a15).
        public static let suitableForBookmarkFile = BookmarkCreationOptions(rawValue: 1 << 10)
        /// macOS only: with it, and only then, a bookmark keeps its scope in a mac profile (a15, a16).
        public static let withSecurityScope = BookmarkCreationOptions(rawValue: 1 << 11)
        /// macOS only: the scope is for reading; it makes no difference here (a15).
        public static let securityScopeAllowOnlyReadAccess = BookmarkCreationOptions(rawValue: 1 << 12)
    }

    /// How a bookmark is resolved (a15).
    public struct BookmarkResolutionOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits (a15).
        public let rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// No dialogue while resolving; there is none here (a15).
        public static let withoutUI = BookmarkResolutionOptions(rawValue: 1 << 8)
        /// No volume is mounted while resolving; none is here (a15).
        public static let withoutMounting = BookmarkResolutionOptions(rawValue: 1 << 9)
        /// macOS only: the URL carries the bookmark's scope; here it always does (a15, a16).
        public static let withSecurityScope = BookmarkResolutionOptions(rawValue: 1 << 10)
    }

    /// Makes a bookmark of the item: of its identity, not of its path (a19). Access to it must be held (a16).
    /// - Throws: `CocoaError.fileReadNoPermission` without access, `CocoaError.fileReadNoSuchFile` without an item.
    public func bookmarkData(
        options: BookmarkCreationOptions = [], includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
        relativeTo url: URL? = nil
    ) throws -> Data {
        guard let (item, token) = FileLocation.mountItem(of: self) else { return try Bookmark(local: self).data }
        do throws(ControlFailure) {
            let client = try MountServices.service(for: item.mount).client
            let made = try client.call(BookmarkCreateRequest(path: item.path))
            // A mac app that doesn't ask for the scope gets a bookmark without one.
            let scoped = client.greeting.profile != "mac" || options.contains(.withSecurityScope)
            return Bookmark(
                mountpoint: item.mount.mountpoint, provider: made.bookmark, isScoped: scoped && token != nil
            ).data
        } catch {
            throw AccessError.error(for: error, url: self)
        }
    }

    /// The URL of a bookmark's item, wherever it is by now, with the scope that the bookmark keeps.
    /// - Parameter bookmarkDataIsStale: set when the item isn't where it was: make a new bookmark (a18).
    /// - Throws: `CocoaError.fileReadCorruptFile` for data that isn't a bookmark, `CocoaError.fileReadNoSuchFile`, or
    ///   the provider's error: `NSFileProviderError.providerNotFound` when it is gone (a21).
    public init(
        resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [], relativeTo url: URL? = nil,
        bookmarkDataIsStale: inout Bool
    ) throws {
        let bookmark = try Bookmark(data)
        (self, bookmarkDataIsStale) = try bookmark.resolve()
    }

    /// Whether data is a bookmark, wherever its item is by now.
    package static func isBookmark(_ data: Data) -> Bool { (try? Bookmark(data)) != nil }
}
#endif
