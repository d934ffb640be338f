/// A question to one presenter, for one claim.
package struct AskID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// A presenter, by the connection that added it and the name that it chose there.
package struct PresenterKey: Hashable, Sendable {
    package let owner: ClaimOwner
    package let name: String

    package init(owner: ClaimOwner, name: String) {
        self.owner = owner
        self.name = name
    }
}

package enum ClaimRefusal: Hashable, Sendable {
    case cancelled
    /// The claims that wait for each other, the refused one first.
    case deadlock([ClaimID])
    /// A presenter failed; whoever answered the ask has its error (file-access-semantics b16).
    case presenterFailed(AskID)
}

/// What the arbiter's driver must do now, in this order.
package enum ClaimEffect: Hashable, Sendable {
    /// The claim is granted; the items are at these paths by now, in the order of the intents.
    case grant(ClaimID, paths: [ItemPath])
    case refuse(ClaimID, ClaimRefusal)
    /// The presenter must do this and answer. `path` is the contained item, for messages about one.
    case ask(AskID, PresenterKey, [PresenterMessage], path: ItemPath?)
    /// What an ask was for has ended.
    case reacquire(AskID, PresenterKey)
    case tell(PresenterKey, PresenterNotice, path: ItemPath, to: ItemPath?)
}
