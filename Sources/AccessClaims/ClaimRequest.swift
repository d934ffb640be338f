/// A claim's number, chosen by whoever drives the arbiter and never used twice.
package struct ClaimID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// Whoever holds claims and presenters and loses them all at once when it goes: a connection.
package struct ClaimOwner: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
}

/// One item of a claim.
package struct ClaimIntent: Hashable, Sendable {
    package var path: ItemPath {
        didSet { unit = path.unit }
    }
    /// The package that the item is in, or the item itself.
    private(set) var unit: ItemPath
    package var mode: AccessMode
    package var options: Set<AccessOption>

    package init(path: ItemPath, mode: AccessMode, options: Set<AccessOption> = []) {
        self.path = path
        unit = path.unit
        self.mode = mode
        self.options = options
    }

    /// A writer that also excludes the users of what is inside the folder (file-access-semantics b3).
    var isStructural: Bool {
        mode == .writing && !options.isDisjoint(with: [.forDeleting, .forMoving, .forReplacing])
    }

    /// The rules b1 and b3 for two intents of different purposes. Packages have been mapped to one path by now.
    func conflicts(with other: ClaimIntent) -> Bool {
        let (mine, theirs) = (unit, other.unit)
        if mine == theirs { return mode == .writing || other.mode == .writing }
        if mine.isAncestor(of: theirs) { return isStructural }
        if theirs.isAncestor(of: mine) { return other.isStructural }
        return false
    }
}

package struct ClaimRequest: Hashable, Sendable {
    package var id: ClaimID
    package var owner: ClaimOwner
    /// Claims of one purpose never wait for each other, whichever process they are of (b2).
    package var purpose: String
    package var intents: [ClaimIntent]
    /// Claims that can't end before this one is answered, since the thread that asks holds them.
    package var within: [ClaimID]
    /// Only asks the presenters to save, and claims nothing (b14, c3).
    package var isPreparation: Bool

    package init(
        id: ClaimID, owner: ClaimOwner, purpose: String, intents: [ClaimIntent], within: [ClaimID] = [],
        isPreparation: Bool = false
    ) {
        self.id = id
        self.owner = owner
        self.purpose = purpose
        self.intents = intents
        self.within = within
        self.isPreparation = isPreparation
    }

    func conflicts(with other: ClaimRequest) -> Bool {
        guard purpose != other.purpose, !isPreparation, !other.isPreparation else { return false }
        return intents.contains { mine in other.intents.contains { mine.conflicts(with: $0) } }
    }
}
