/// Cuts the file while it is in use, its stated size too.
package struct Shrink: FaultPayload {
    package let to: Position

    package static let entry = FaultEntry(
        .shrink, .content,
        "Cuts the file while it is in use, its stated size too.",
        fields: [
            Field("to", .position, required: true, "what is left")
        ],
        shorthand: "to", at: .anyMoment, usually: OperationSet([.open]),
        example: "shrink: {to: 40%}")

    package init(to: Position) {
        self.to = to
    }

    package init(_ arguments: FaultArguments) {
        to = arguments.position("to") ?? .percent(0)
    }

    package var fault: Fault { .shrink(self) }
}
