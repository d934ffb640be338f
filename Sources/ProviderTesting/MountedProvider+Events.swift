import ControlProtocol
import Foundation

/// What happens on the other side, by hand.
extension MountedProvider {
    /// Somebody moves an item on another device.
    /// - Parameter coordinated: the provider takes a claim for it, as a good one does.
    public func move(_ path: String, to newPath: String, coordinated: Bool = false) throws {
        try ask(MoveRequest(path: ControlPath(path), to: ControlPath(newPath), coordinated: coordinated))
    }

    /// Somebody deletes an item on another device.
    public func delete(_ path: String, coordinated: Bool = false) throws {
        try ask(DeleteRequest(path: ControlPath(path), coordinated: coordinated))
    }

    /// An item gets another content: newer, older, garbage, html or directory.
    public func replace(_ path: String, with content: String, coordinated: Bool = false) throws {
        try ask(ReplaceRequest(path: ControlPath(path), with: content, coordinated: coordinated))
    }

    /// Somebody throws an item away: it is in the provider's trash folder from now on.
    public func trash(_ path: String) throws {
        try ask(TrashRequest(path: ControlPath(path)))
    }

    /// The provider makes an item dataless.
    public func evict(_ path: String) throws {
        try ask(EvictRequest(path: ControlPath(path)))
    }

    /// The provider downloads an item; returns when it is there.
    public func materialize(_ path: String) throws {
        try ask(MaterializeRequest(path: ControlPath(path), wait: true))
    }

    /// The provider can't reach its server from now on.
    public func goOffline() throws { try ask(OfflineRequest()) }
    /// The provider reaches its server again.
    public func goOnline() throws { try ask(OnlineRequest()) }

    /// Takes back every grant on an item, or all.
    public func revokeScope(of path: String? = nil) throws {
        try ask(RevokeRequest(path: path.map { ControlPath($0) }))
    }

    /// No more faults from now on, whatever the config says.
    public func liftFaults() throws { try ask(LiftRequest()) }

    /// Fires a rule that waits to be fired by hand.
    public func fire(_ rule: String) throws { try ask(FireRequest(rule: rule)) }

    /// Lets the calls go that a rule holds.
    public func release(_ rule: String) throws { try ask(ReleaseRequest(rule: rule)) }

    /// Waits until a rule holds so many calls.
    public func waitUntilHeld(_ count: Int = 1, by rule: String? = nil, deadline: Duration = .seconds(10)) throws {
        try wait(for: .held, rule: rule, count: count, deadline)
    }

    /// Waits until so many claims wait for others.
    public func waitUntilClaimsWait(_ count: Int = 1, deadline: Duration = .seconds(10)) throws {
        try wait(for: .claimsWaiting, rule: nil, count: count, deadline)
    }

    /// Waits until no call and no claim is held or waits.
    public func waitUntilQuiet(deadline: Duration = .seconds(10)) throws {
        try wait(for: .quiet, rule: nil, count: nil, deadline)
    }

    private func wait(
        for condition: WaitRequest.Condition, rule: String?, count: Int?, _ deadline: Duration
    ) throws {
        let deadline = deadline.withPatience
        let (seconds, attoseconds) = deadline.components
        let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        try ask(
            WaitRequest(condition: condition, rule: rule, count: count, deadlineMilliseconds: milliseconds),
            deadline: deadline + .seconds(5))
    }
}

extension MountedProvider {
    /// Adds rules to the live mount.
    /// - Parameter yaml: a provider-config's `rules:`, with or without its other keys.
    public func addRules(_ yaml: String) throws {
        try ask(RulesRequest(action: .add, yaml: yaml))
    }
}
