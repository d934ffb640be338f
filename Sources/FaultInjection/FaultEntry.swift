/// A fault's row in the table from which the parser, `fpsim faults`, the JSON Schema and the README are made.
package struct FaultEntry: Sendable {
    package let kind: Fault.Kind
    package let family: FaultFamily
    /// One sentence: what the provider does.
    package let about: String
    package let fields: [Field]
    /// The field that a bare value stands for: `deny: EPERM` is `deny: {errno: EPERM}`.
    package let shorthand: String?
    /// Where a rule with this fault may be used.
    package let operations: OperationSet
    /// Where it is used when the rule names no operation.
    package let usualOperations: OperationSet
    /// As it reads after `do:`.
    package let example: String

    init(
        _ kind: Fault.Kind, _ family: FaultFamily, _ about: String, fields: [Field] = [], shorthand: String? = nil,
        at operations: OperationSet, usually usualOperations: OperationSet, example: String
    ) {
        self.kind = kind
        self.family = family
        self.about = about
        self.fields = fields
        self.shorthand = shorthand
        self.operations = operations
        self.usualOperations = usualOperations
        self.example = example
    }
}

/// How faults are grouped where they are listed.
package enum FaultFamily: String, CaseIterable, Hashable, Sendable {
    case refusal
    case time
    case content
    case version
    case names
    case materialization
    case metadata
    case listing
    case scope
    case claims
    case provider
    case writing
    case app

    package var about: String {
        switch self {
        case .refusal: "an operation is refused or fails"
        case .time: "an operation takes longer, or for ever"
        case .content: "the bytes are too few, wrong, or change"
        case .version: "another version or another item is behind the name"
        case .names: "the item gets another name or place, or none"
        case .materialization: "content comes and goes"
        case .metadata: "attributes lie"
        case .listing: "a folder's listing lies"
        case .scope: "security scopes and bookmarks fail"
        case .claims: "coordinated access fails"
        case .provider: "the provider itself is away"
        case .writing: "what is written is lost"
        case .app: "the app that reads is hit"
        }
    }
}

/// What every fault is: a row of the table, made from checked arguments.
package protocol FaultPayload: Hashable, Sendable {
    static var entry: FaultEntry { get }
    init(_ arguments: FaultArguments)
    /// This payload as a case of the closed enum.
    var fault: Fault { get }
    /// The fault is the operation's outcome, so no later rule is asked about it.
    var endsOperation: Bool { get }
    /// The place in the content from which it acts: reads and writes before it don't match.
    var reach: Position? { get }
    /// What arguments that are each right can't mean together, or nil.
    var contradiction: String? { get }
}

extension FaultPayload {
    package var endsOperation: Bool { false }
    package var reach: Position? { nil }
    package var contradiction: String? { nil }
}
