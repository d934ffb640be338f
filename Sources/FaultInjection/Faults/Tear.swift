/// Serves the start of one version and the rest of a newer one, with no error.
package struct Tear: FaultPayload {
    package let at: Position

    package static let entry = FaultEntry(
        .tear, .version,
        "Serves the start of one version and the rest of a newer one, with no error.",
        fields: [
            Field("at", .position, required: true, "where the newer one begins")
        ],
        shorthand: "at", at: .content, usually: OperationSet([.open]),
        example: "torn: {at: 50%}")

    package init(at: Position) {
        self.at = at
    }

    package init(_ arguments: FaultArguments) {
        at = arguments.position("at") ?? .percent(0)
    }

    package var fault: Fault { .tear(self) }
}
