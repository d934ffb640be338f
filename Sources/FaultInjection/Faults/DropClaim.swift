/// Grants coordinated access, and forgets it after a time: a writer may come in.
package struct DropClaim: FaultPayload {
    package let after: Duration

    package static let entry = FaultEntry(
        .dropClaim, .claims,
        "Grants coordinated access, and forgets it after a time: a writer may come in.",
        fields: [
            Field("after", .duration, "after the grant (default: at once)")
        ],
        shorthand: "after", at: OperationSet([.coordinate]), usually: OperationSet([.coordinate]),
        example: "drop-claim: {after: 100ms}")

    package init(after: Duration = .zero) {
        self.after = after
    }

    package init(_ arguments: FaultArguments) {
        after = arguments.duration("after") ?? .zero
    }

    package var fault: Fault { .dropClaim(self) }
}
