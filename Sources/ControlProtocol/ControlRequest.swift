/// What a process asks of a mount. Each operation has a request type of its own, which names its answer.
package protocol ControlRequest: Codable, Hashable, Sendable {
    associatedtype Response: Codable, Hashable, Sendable
    static var operation: ControlOperation { get }
}

/// The operations of the control socket, by the names that they have in JSON.
package enum ControlOperation: String, Codable, CaseIterable, Sendable {
    // Anybody
    case hello, status, item, watch, view

    // An importer
    case pick
    case inboxCopy = "inbox-copy"
    case scopeStart = "scope-start"
    case scopeStop = "scope-stop"
    case coordinate
    case claimRelease = "claim-release"
    case didMove = "did-move"
    case cancel
    case presenterAdd = "presenter-add"
    case presenterRemove = "presenter-remove"
    case presenterDone = "presenter-done"
    case bookmarkCreate = "bookmark-create"
    case bookmarkResolve = "bookmark-resolve"
    case versions
    case versionChange = "version-change"
    case reportFinding = "report-finding"

    // A test
    case registerRoot = "register-root"
    case rules, lift, fire, release, wait
    case evict, materialize, move, delete, replace, trash, offline, online, revoke
    case findings
    case flush
    case unmount
}

/// The answer of an operation that has nothing to say.
package struct ControlDone: Codable, Hashable, Sendable {
    package init() {}
}

/// A request as the mount receives it.
package struct ControlRequestMessage: Hashable, Sendable {
    package let version: Int
    package let id: Int
    package let command: ControlCommand

    package init(version: Int = controlVersion, id: Int, command: ControlCommand) {
        self.version = version
        self.id = id
        self.command = command
    }
}
