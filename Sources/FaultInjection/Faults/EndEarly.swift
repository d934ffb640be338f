/// Ends the content before the size that the attributes state.
package struct EndEarly: FaultPayload {
    package let at: Position

    package static let entry = FaultEntry(
        .endEarly, .content,
        "Ends the content before the size that the attributes state.",
        fields: [
            Field("at", .position, required: true, "where it ends")
        ],
        shorthand: "at", at: .content, usually: OperationSet([.read]),
        example: "end-early: {at: 40%}")

    package init(at: Position) {
        self.at = at
    }

    package init(_ arguments: FaultArguments) {
        at = arguments.position("at") ?? .percent(0)
    }

    package var fault: Fault { .endEarly(self) }
    package var reach: Position? { at }
}
