/// Renames the folder that the item is in.
package struct RenameParent: FaultPayload {
    package let name: String
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .renameParent, .names,
        "Renames the folder that the item is in.",
        fields: [
            Field("to", .name, required: true, "the folder's new name"),
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)"),
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "rename-parent: Renamed")

    package init(name: String, isCoordinated: Bool = true) {
        self.name = name
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        name = arguments.text("to") ?? "renamed"
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .renameParent(self) }
}
