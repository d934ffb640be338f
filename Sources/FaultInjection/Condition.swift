/// A state of an item, its caller or its provider that a rule can ask for with `while`.
package enum Condition: String, CaseIterable, Hashable, Sendable {
    case dataless
    case materializing
    case materialized
    case offline
    case online
    case scoped
    case unscoped
    case claimed
    case unclaimed
    case coordinated
    case uncoordinated
    case open
    case writing
    case forUploading = "for-uploading"

    package var about: String {
        switch self {
        case .dataless: "the item's content isn't here yet"
        case .materializing: "the item's content is being downloaded"
        case .materialized: "the item's content is here"
        case .offline: "the provider is offline"
        case .online: "the provider is online"
        case .scoped: "the calling process holds a security scope that covers the item"
        case .unscoped: "the calling process holds none"
        case .claimed: "somebody holds an access claim on the item"
        case .unclaimed: "nobody does"
        case .coordinated: "the calling process holds an access claim that covers the item"
        case .uncoordinated: "the calling process holds none"
        case .open: "the item is open somewhere"
        case .writing: "the access is for writing: the claim's mode, or the flags of open"
        case .forUploading: "the coordinated read asks for a snapshot (`forUploading`)"
        }
    }

    /// Conditions of which an item, a caller or a provider is in exactly one.
    package static let exclusive: [[Condition]] = [
        [.dataless, .materializing, .materialized], [.offline, .online], [.scoped, .unscoped],
        [.claimed, .unclaimed], [.coordinated, .uncoordinated],
    ]
}

/// The states that hold as an operation arrives.
package struct ConditionSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package init(_ conditions: some Sequence<Condition>) {
        self.init(rawValue: conditions.reduce(0) { $0 | ConditionSet.bit($1) })
    }

    package func contains(_ condition: Condition) -> Bool { rawValue & ConditionSet.bit(condition) != 0 }

    package var conditions: [Condition] { Condition.allCases.filter(contains) }

    private static func bit(_ condition: Condition) -> UInt32 {
        1 << UInt32(unsafeBitCast(condition, to: UInt8.self))
    }

    package static let dataless = ConditionSet([.dataless])
    package static let materializing = ConditionSet([.materializing])
    package static let materialized = ConditionSet([.materialized])
    package static let offline = ConditionSet([.offline])
    package static let online = ConditionSet([.online])
    package static let scoped = ConditionSet([.scoped])
    package static let unscoped = ConditionSet([.unscoped])
    package static let claimed = ConditionSet([.claimed])
    package static let unclaimed = ConditionSet([.unclaimed])
    package static let coordinated = ConditionSet([.coordinated])
    package static let uncoordinated = ConditionSet([.uncoordinated])
    package static let open = ConditionSet([.open])
    package static let writing = ConditionSet([.writing])
    package static let forUploading = ConditionSet([.forUploading])
}
