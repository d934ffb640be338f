/// States a size that isn't the content's.
package struct ReportSize: FaultPayload {
    package let size: Position

    package static let entry = FaultEntry(
        .reportSize, .metadata,
        "States a size that isn't the content's.",
        fields: [
            Field("size", .size, required: true, "bytes, or a part of the true size")
        ],
        shorthand: "size", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-size: 0")

    package init(size: Position) {
        self.size = size
    }

    package init(_ arguments: FaultArguments) {
        size = arguments.position("size") ?? .percent(0)
    }

    package var fault: Fault { .reportSize(self) }
}
