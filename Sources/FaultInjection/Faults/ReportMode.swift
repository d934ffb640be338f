/// States other permission bits.
package struct ReportMode: FaultPayload {
    package let mode: Int

    package static let entry = FaultEntry(
        .reportMode, .metadata,
        "States other permission bits.",
        fields: [
            Field("mode", .mode, required: true, "in octal, as `0644`")
        ],
        shorthand: "mode", at: .attributes, usually: OperationSet([.lookup, .getattr]),
        example: "report-mode: 0000")

    package init(mode: Int) {
        self.mode = mode
    }

    package init(_ arguments: FaultArguments) {
        mode = arguments.count("mode") ?? 0
    }

    package var fault: Fault { .reportMode(self) }
}
