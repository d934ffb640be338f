/// Changes the rules of a live mount. Every change releases the requests that no rule holds any more.
package struct RulesRequest: ControlRequest {
    package static let operation = ControlOperation.rules

    package enum Action: String, Codable, Hashable, Sendable {
        case list
        /// Adds the rules of a provider-config's text.
        case add
        case remove
        /// The rules that the mount began with, and their counters at zero.
        case reset
    }

    package var action: Action
    package var yaml: String?
    package var name: String?
    /// The place of the first rule to tell of: a message has a limit, and rules have none. 0 without.
    package var from: Int?

    package struct Response: Codable, Hashable, Sendable {
        package var rules: [StatusRequest.Rule]
        /// Where the next message's rules begin, if there are more.
        package var next: Int?
        /// Files that were opened for passthrough before the change: they stay native until they are closed.
        package var nativeFiles: Int

        package init(rules: [StatusRequest.Rule], next: Int? = nil, nativeFiles: Int = 0) {
            self.rules = rules
            self.next = next
            self.nativeFiles = nativeFiles
        }
    }

    package init(action: Action, yaml: String? = nil, name: String? = nil, from: Int? = nil) {
        self.action = action
        self.yaml = yaml
        self.name = name
        self.from = from
    }
}

/// No more faults, whatever the rules say: from now on the provider behaves, and every held request is released.
package struct LiftRequest: ControlRequest {
    package static let operation = ControlOperation.lift
    package typealias Response = ControlDone
    package init() {}
}

/// Fires a rule whose trigger is `by hand`, at once where its fault needs no operation.
package struct FireRequest: ControlRequest {
    package static let operation = ControlOperation.fire
    package typealias Response = ControlDone

    package var rule: String

    package init(rule: String) {
        self.rule = rule
    }
}

/// Releases what a rule holds now; it goes on holding what comes.
package struct ReleaseRequest: ControlRequest {
    package static let operation = ControlOperation.release

    package var rule: String

    package struct Response: Codable, Hashable, Sendable {
        package var released: Int

        package init(released: Int) {
            self.released = released
        }
    }

    package init(rule: String) {
        self.rule = rule
    }
}

/// Answered when the condition holds, or with `timedOut`.
package struct WaitRequest: ControlRequest {
    package static let operation = ControlOperation.wait
    package typealias Response = ControlDone

    package enum Condition: String, Codable, Hashable, Sendable {
        /// At least `count` requests are held by rules.
        case held
        /// The rule fired at least `count` times.
        case fired
        /// At least `count` claims wait.
        case claimsWaiting = "claims-waiting"
        /// At least `count` claims are held.
        case claimsHeld = "claims-held"
        /// At least `count` percent of the item's content are here.
        case downloaded
        /// The item is materialized.
        case materialized
        /// No request and no claim is held or waits.
        case quiet
    }

    package var condition: Condition
    package var rule: String?
    package var operation: String?
    package var path: ControlPath?
    package var count: Int?
    package var deadlineMilliseconds: Int
    /// Whether a path that leads nowhere now is refused, as a mistake in it.
    package var mustExist: Bool?

    package init(
        condition: Condition, rule: String? = nil, operation: String? = nil, path: ControlPath? = nil,
        count: Int? = nil, deadlineMilliseconds: Int, mustExist: Bool? = nil
    ) {
        self.mustExist = mustExist
        self.condition = condition
        self.rule = rule
        self.operation = operation
        self.path = path
        self.count = count
        self.deadlineMilliseconds = deadlineMilliseconds
    }
}
