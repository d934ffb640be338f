/// A process whose tree `kill-caller` may kill.
package struct RegisterRootRequest: ControlRequest {
    package static let operation = ControlOperation.registerRoot
    package typealias Response = ControlDone

    package var pid: Int32
    /// A line of its environment, such as `FPSIM_TRIAL=7`, that no other tree has: what its processes are known by that
    /// left the tree, as a daemon does. The one who registers must be a subreaper, so that those become its children,
    /// and what it starts besides has another value of that variable: who has none is taken for one that left.
    package var mark: String?

    package init(pid: Int32, mark: String? = nil) {
        self.pid = pid
        self.mark = mark
    }
}

/// Makes an item dataless again. Refused as a provider refuses it (file-access-semantics d7).
package struct EvictRequest: ControlRequest {
    package static let operation = ControlOperation.evict
    package typealias Response = ControlDone

    package var path: ControlPath

    package init(path: ControlPath) {
        self.path = path
    }
}

/// Starts an item's download; answered when it has begun or, with `wait`, when it has ended.
package struct MaterializeRequest: ControlRequest {
    package static let operation = ControlOperation.materialize
    package typealias Response = ControlDone

    package var path: ControlPath
    package var wait: Bool?

    package init(path: ControlPath, wait: Bool? = nil) {
        self.path = path
        self.wait = wait
    }
}

/// The provider moves an item, as if somebody had moved it on another device.
package struct MoveRequest: ControlRequest {
    package static let operation = ControlOperation.move
    package typealias Response = ControlDone

    package var path: ControlPath
    package var to: ControlPath
    /// With a claim, as a good provider does; false when absent.
    package var coordinated: Bool?

    package init(path: ControlPath, to: ControlPath, coordinated: Bool? = nil) {
        self.path = path
        self.to = to
        self.coordinated = coordinated
    }
}

package struct DeleteRequest: ControlRequest {
    package static let operation = ControlOperation.delete
    package typealias Response = ControlDone

    package var path: ControlPath
    package var coordinated: Bool?

    package init(path: ControlPath, coordinated: Bool? = nil) {
        self.path = path
        self.coordinated = coordinated
    }
}

/// Gives an item other content, as the fault `replace` does.
package struct ReplaceRequest: ControlRequest {
    package static let operation = ControlOperation.replace
    package typealias Response = ControlDone

    package var path: ControlPath
    /// newer, older, garbage, html or directory.
    package var with: String
    package var coordinated: Bool?

    package init(path: ControlPath, with: String, coordinated: Bool? = nil) {
        self.path = path
        self.with = with
        self.coordinated = coordinated
    }
}

package struct TrashRequest: ControlRequest {
    package static let operation = ControlOperation.trash
    package typealias Response = ControlDone

    package var path: ControlPath

    package init(path: ControlPath) {
        self.path = path
    }
}

package struct OfflineRequest: ControlRequest {
    package static let operation = ControlOperation.offline
    package typealias Response = ControlDone

    /// Absent: until `online`.
    package var milliseconds: Int?

    package init(milliseconds: Int? = nil) {
        self.milliseconds = milliseconds
    }
}

package struct OnlineRequest: ControlRequest {
    package static let operation = ControlOperation.online
    package typealias Response = ControlDone
    package init() {}
}

/// Takes grants back: of one item, or all.
package struct RevokeRequest: ControlRequest {
    package static let operation = ControlOperation.revoke
    package typealias Response = ControlDone

    package var path: ControlPath?

    package init(path: ControlPath? = nil) {
        self.path = path
    }
}
