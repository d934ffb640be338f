import AccessClaims

/// Asks for a claim: answered when it is granted, with where each item is by then, or with an error.
package struct CoordinateRequest: ControlRequest {
    package static let operation = ControlOperation.coordinate

    package struct Intent: Codable, Hashable, Sendable {
        package var path: ControlPath
        package var mode: AccessMode
        package var options: [AccessOption]

        package init(path: ControlPath, mode: AccessMode, options: [AccessOption] = []) {
            self.path = path
            self.mode = mode
            self.options = options
        }
    }

    package var intents: [Intent]
    /// Claims of one purpose never wait for each other (file-access-semantics b2).
    package var purpose: String
    /// The coordinator's own presenter, which gets no message about its own work (c8).
    package var presenter: String?
    /// Claims that can't be released before this one is answered, since the calling thread holds them: by this a
    /// deadlock is told from a wait.
    package var within: [Int]?
    /// Only asks the presenters, as `prepare` does, and claims nothing (b14, c3).
    package var prepare: Bool?

    package struct Response: Codable, Hashable, Sendable {
        package var claim: Int
        /// The items' current paths, in the order of the intents.
        package var paths: [ControlPath]

        package init(claim: Int, paths: [ControlPath]) {
            self.claim = claim
            self.paths = paths
        }
    }

    package init(
        intents: [Intent], purpose: String, presenter: String? = nil, within: [Int]? = nil, prepare: Bool? = nil
    ) {
        self.intents = intents
        self.purpose = purpose
        self.presenter = presenter
        self.within = within
        self.prepare = prepare
    }
}

/// The accessor returned.
package struct ClaimReleaseRequest: ControlRequest {
    package static let operation = ControlOperation.claimRelease
    package typealias Response = ControlDone

    package var claim: Int

    package init(claim: Int) {
        self.claim = claim
    }
}

/// `item(at:didMoveTo:)`: the holder of a claim moved an item (b9, b10). Waiting claims and presenters follow it.
package struct DidMoveRequest: ControlRequest {
    package static let operation = ControlOperation.didMove
    package typealias Response = ControlDone

    package var purpose: String
    package var from: ControlPath
    package var to: ControlPath

    package init(purpose: String, from: ControlPath, to: ControlPath) {
        self.purpose = purpose
        self.from = from
        self.to = to
    }
}

/// Gives up a request of this connection that hasn't been answered: it is answered with NSUserCancelledError (b15).
package struct CancelRequest: ControlRequest {
    package static let operation = ControlOperation.cancel
    package typealias Response = ControlDone

    package var request: Int

    package init(request: Int) {
        self.request = request
    }
}

package struct PresenterAddRequest: ControlRequest {
    package static let operation = ControlOperation.presenterAdd
    package typealias Response = ControlDone

    /// A name that the process chose, unique on its connection.
    package var presenter: String
    package var path: ControlPath
    package var purpose: String

    package init(presenter: String, path: ControlPath, purpose: String) {
        self.presenter = presenter
        self.path = path
        self.purpose = purpose
    }
}

package struct PresenterRemoveRequest: ControlRequest {
    package static let operation = ControlOperation.presenterRemove
    package typealias Response = ControlDone

    package var presenter: String

    package init(presenter: String) {
        self.presenter = presenter
    }
}

/// A presenter has done what `ControlEvent.presenterAsk` asked of it, or failed, which fails the claim (b16).
package struct PresenterDoneRequest: ControlRequest {
    package static let operation = ControlOperation.presenterDone
    package typealias Response = ControlDone

    package var ask: Int
    package var error: ControlFailure?

    package init(ask: Int, error: ControlFailure? = nil) {
        self.ask = ask
        self.error = error
    }
}
