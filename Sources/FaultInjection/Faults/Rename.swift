/// Renames the item where it is.
package struct Rename: FaultPayload {
    package let name: String
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .rename, .names,
        "Renames the item where it is.",
        fields: [
            Field("to", .name, required: true, "the new name; `*` in it stands for the old one"),
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)"),
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "rename: {to: \"*.latest\"}")

    package init(name: String, isCoordinated: Bool = true) {
        self.name = name
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        name = arguments.text("to") ?? "*"
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .rename(self) }

    /// What an item of this name is called afterwards.
    package func newName(for old: String) -> String {
        name.split(separator: "*", omittingEmptySubsequences: false).joined(separator: old)
    }
}
