/// States another number of 512-byte blocks: 0 looks dataless.
package struct ReportBlocks: FaultPayload {
    package let blocks: Int

    package static let entry = FaultEntry(
        .reportBlocks, .metadata,
        "States another number of 512-byte blocks: 0 looks dataless.",
        fields: [
            Field("blocks", .count(least: 0), required: true, "how many")
        ],
        shorthand: "blocks", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-blocks: 0")

    package init(blocks: Int) {
        self.blocks = blocks
    }

    package init(_ arguments: FaultArguments) {
        blocks = arguments.count("blocks") ?? 0
    }

    package var fault: Fault { .reportBlocks(self) }
}
