/// Resolves the bookmark to another item: the trashed one, or the one that has the name now.
package struct MisdirectBookmark: FaultPayload {
    package let target: Target

    package static let entry = FaultEntry(
        .misdirectBookmark, .scope,
        "Resolves the bookmark to another item: the trashed one, or the one that has the name now.",
        fields: [
            Field("to", .choice(MisdirectBookmark.Target.allCases.map(\.rawValue)), required: true, "which")
        ],
        shorthand: "to", at: OperationSet([.bookmarkResolve]), usually: OperationSet([.bookmarkResolve]),
        example: "misdirect-bookmark: trashed")

    package init(target: Target) {
        self.target = target
    }

    package init(_ arguments: FaultArguments) {
        target = arguments.choice("to") ?? .trashed
    }

    package var fault: Fault { .misdirectBookmark(self) }

    package enum Target: String, CaseIterable, Hashable, Sendable {
        case trashed
        case namesake
    }
}
