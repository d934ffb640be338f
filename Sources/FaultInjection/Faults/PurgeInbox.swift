/// Has the system delete the copies that an `asCopy` pick made.
package struct PurgeInbox: FaultPayload {
    package let after: Duration

    package static let entry = FaultEntry(
        .purgeInbox, .app,
        "Has the system delete the copies that an `asCopy` pick made.",
        fields: [
            Field("after", .duration, "how long after the pick (default: at once)")
        ],
        shorthand: "after", at: OperationSet([.pick]), usually: OperationSet([.pick]),
        example: "purge-inbox: {after: 1s}")

    package init(after: Duration = .zero) {
        self.after = after
    }

    package init(_ arguments: FaultArguments) {
        after = arguments.duration("after") ?? .zero
    }

    package var fault: Fault { .purgeInbox(self) }
}
