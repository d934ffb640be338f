/// Puts the version before it back after something was written, as a sync that knows better.
package struct Revert: FaultPayload {
    package let after: Duration

    package static let entry = FaultEntry(
        .revert, .writing,
        "Puts the version before it back after something was written, as a sync that knows better.",
        fields: [
            Field("after", .duration, "how long after (default: at once)")
        ],
        shorthand: "after", at: OperationSet([.release, .fsync, .rename, .upload]), usually: OperationSet([.release]),
        example: "revert: {after: 1s}")

    package init(after: Duration = .zero) {
        self.after = after
    }

    package init(_ arguments: FaultArguments) {
        after = arguments.duration("after") ?? .zero
    }

    package var fault: Fault { .revert(self) }
}
