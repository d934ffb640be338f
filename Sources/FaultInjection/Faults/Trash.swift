/// Moves the item to the provider's trash folder, `.Trash`.
package struct Trash: FaultPayload {
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .trash, .names,
        "Moves the item to the provider's trash folder, `.Trash`.",
        fields: [
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)")
        ],
        at: .anyMoment, usually: OperationSet([.open]),
        example: "trash: {}")

    package init(isCoordinated: Bool = true) {
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .trash(self) }
}
