/// States another kind of object: a file that is a folder, a package that is a file.
package struct ReportType: FaultPayload {
    package let kind: Kind

    package static let entry = FaultEntry(
        .reportType, .metadata,
        "States another kind of object: a file that is a folder, a package that is a file.",
        fields: [
            Field("as", .choice(ReportType.Kind.allCases.map(\.rawValue)), required: true, "which")
        ],
        shorthand: "as", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-type: directory")

    package init(kind: Kind) {
        self.kind = kind
    }

    package init(_ arguments: FaultArguments) {
        kind = arguments.choice("as") ?? .directory
    }

    package var fault: Fault { .reportType(self) }

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case file
        case directory
        case symlink
        case fifo
    }
}
