/// Restarts: what is under way fails with EIO, grants and claims are gone, new calls work after a time.
package struct Restart: FaultPayload {
    package let downFor: Duration

    package static let entry = FaultEntry(
        .restart, .provider,
        "Restarts: what is under way fails with EIO, grants and claims are gone, new calls work after a time.",
        fields: [
            Field("down-for", .duration, "(default: 0s)")
        ],
        shorthand: "down-for", at: .anyTime, usually: OperationSet([.read]),
        example: "restart: {down-for: 200ms}")

    package init(downFor: Duration = .zero) {
        self.downFor = downFor
    }

    package init(_ arguments: FaultArguments) {
        downFor = arguments.duration("down-for") ?? .zero
    }

    package var fault: Fault { .restart(self) }
    package var endsOperation: Bool { true }
}
