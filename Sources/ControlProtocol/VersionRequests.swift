/// A version of an item beside its present one, as a mount keeps it.
package struct FileVersionDescription: Codable, Hashable, Sendable {
    /// Where its bytes can be read.
    package var path: ControlPath
    /// What the item was called when it was saved.
    package var name: String
    /// The device that saved it.
    package var computer: String
    /// Seconds since 1970.
    package var modified: Double
    package var isResolved: Bool
    /// Whether its bytes are here.
    package var isLocal: Bool

    package init(
        path: ControlPath, name: String, computer: String, modified: Double, isResolved: Bool, isLocal: Bool
    ) {
        self.path = path
        self.name = name
        self.computer = computer
        self.modified = modified
        self.isResolved = isResolved
        self.isLocal = isLocal
    }
}

/// The versions of an item beside its present one, the oldest first.
package struct VersionsRequest: ControlRequest {
    package static let operation = ControlOperation.versions

    package struct Response: Codable, Hashable, Sendable {
        package var versions: [FileVersionDescription]

        package init(versions: [FileVersionDescription]) {
            self.versions = versions
        }
    }

    package var path: ControlPath

    package init(path: ControlPath) {
        self.path = path
    }
}

/// Says that a conflict is resolved, or takes the version away.
package struct VersionChangeRequest: ControlRequest {
    package static let operation = ControlOperation.versionChange
    package typealias Response = ControlDone

    package enum Change: String, Codable, Hashable, Sendable {
        case resolve
        case remove
    }

    /// The version's own path.
    package var path: ControlPath
    package var change: Change

    package init(path: ControlPath, change: Change) {
        self.path = path
        self.change = change
    }
}
