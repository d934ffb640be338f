/// Deletes the item.
package struct Delete: FaultPayload {
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .delete, .names,
        "Deletes the item.",
        fields: [
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)")
        ],
        at: .anyMoment, usually: OperationSet([.open]),
        example: "delete: {}")

    package init(isCoordinated: Bool = true) {
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .delete(self) }
}
