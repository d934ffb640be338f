/// States another inode number: one other, or another at each look.
package struct ReportInode: FaultPayload {
    package let number: Number

    package static let entry = FaultEntry(
        .reportInode, .metadata,
        "States another inode number: one other, or another at each look.",
        fields: [
            Field("as", .choice(ReportInode.Number.allCases.map(\.rawValue)), required: true, "which")
        ],
        shorthand: "as", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-inode: changing")

    package init(number: Number) {
        self.number = number
    }

    package init(_ arguments: FaultArguments) {
        number = arguments.choice("as") ?? .changing
    }

    package var fault: Fault { .reportInode(self) }

    package enum Number: String, CaseIterable, Hashable, Sendable {
        case other
        case changing
    }
}
