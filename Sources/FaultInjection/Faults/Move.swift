/// Moves the item to another folder, which appears if it isn't there.
package struct Move: FaultPayload {
    package let folder: String
    package let isCoordinated: Bool

    package static let entry = FaultEntry(
        .move, .names,
        "Moves the item to another folder, which appears if it isn't there.",
        fields: [
            Field("to", .path, required: true, "the folder; `.` is the root"),
            Field("coordinated", .truth, "the provider takes a write claim first, as a good one does (default: true)"),
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "move: {to: Archive, coordinated: false}")

    package init(folder: String, isCoordinated: Bool = true) {
        self.folder = folder
        self.isCoordinated = isCoordinated
    }

    package init(_ arguments: FaultArguments) {
        folder = arguments.text("to") ?? "."
        isCoordinated = arguments.truth("coordinated") ?? true
    }

    package var fault: Fault { .move(self) }
}
