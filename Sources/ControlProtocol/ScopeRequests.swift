/// What the document picker does when the user chooses an item: the answer's token is the item's security scope.
package struct PickRequest: ControlRequest {
    package static let operation = ControlOperation.pick

    package var path: ControlPath
    /// The user chose a folder: its grant covers the whole tree (file-access-semantics a7).
    package var folder: Bool?

    package struct Response: Codable, Hashable, Sendable {
        package var token: String
        /// Where the item is now.
        package var path: ControlPath

        package init(token: String, path: ControlPath) {
            self.token = token
            self.path = path
        }
    }

    package init(path: ControlPath, folder: Bool? = nil) {
        self.path = path
        self.folder = folder
    }
}

/// Where the picker put the copy that an `asCopy` pick gives, so that the mount can purge it as the system does.
package struct InboxCopyRequest: ControlRequest {
    package static let operation = ControlOperation.inboxCopy
    package typealias Response = ControlDone

    /// The pick's.
    package var token: String
    /// The folder that holds nothing but the copy: an absolute path, outside the mount.
    package var folder: ControlPath

    package init(token: String, folder: ControlPath) {
        self.token = token
        self.folder = folder
    }
}

/// `startAccessingSecurityScopedResource()`: grants access to the calling process.
///
/// Without a token, or with a token of another item than the path's, it isn't granted (a5, a7): a child's URL that
/// was made from a picked folder's keeps the folder's query.
package struct ScopeStartRequest: ControlRequest {
    package static let operation = ControlOperation.scopeStart

    package enum Cover: String, Codable, Hashable, Sendable {
        /// The grant covers the processes that descend from the caller too: with-access.
        case descendants
    }

    package var token: String?
    package var path: ControlPath
    package var covers: Cover?

    package struct Response: Codable, Hashable, Sendable {
        package var granted: Bool

        package init(granted: Bool) {
            self.granted = granted
        }
    }

    package init(token: String?, path: ControlPath, covers: Cover? = nil) {
        self.token = token
        self.path = path
        self.covers = covers
    }
}

/// `stopAccessingSecurityScopedResource()`. A stop without a start is a finding, not an error (a3).
package struct ScopeStopRequest: ControlRequest {
    package static let operation = ControlOperation.scopeStop

    package var token: String?
    package var path: ControlPath

    package struct Response: Codable, Hashable, Sendable {
        /// Whether a start was open that this stop ended.
        package var balanced: Bool

        package init(balanced: Bool) {
            self.balanced = balanced
        }
    }

    package init(token: String?, path: ControlPath) {
        self.token = token
        self.path = path
    }
}

/// Makes a bookmark of an item; the caller must hold access to it (a16).
package struct BookmarkCreateRequest: ControlRequest {
    package static let operation = ControlOperation.bookmarkCreate

    package var path: ControlPath

    package struct Response: Codable, Hashable, Sendable {
        /// What to keep. It lives as long as the provider's idea of the item's identity.
        package var bookmark: String

        package init(bookmark: String) {
            self.bookmark = bookmark
        }
    }

    package init(path: ControlPath) {
        self.path = path
    }
}

/// Where the bookmark's item is now, with a scope of its own (a18, a19).
package struct BookmarkResolveRequest: ControlRequest {
    package static let operation = ControlOperation.bookmarkResolve

    package var bookmark: String

    package struct Response: Codable, Hashable, Sendable {
        package var token: String
        package var path: ControlPath
        /// The item isn't where it was: make a new bookmark.
        package var stale: Bool

        package init(token: String, path: ControlPath, stale: Bool) {
            self.token = token
            self.path = path
            self.stale = stale
        }
    }

    package init(bookmark: String) {
        self.bookmark = bookmark
    }
}
