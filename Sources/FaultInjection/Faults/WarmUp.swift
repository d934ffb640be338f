/// Needs a time after its start, in which what must be fetched fails with ETIMEDOUT at once.
package struct WarmUp: FaultPayload {
    package let duration: Duration

    package static let entry = FaultEntry(
        .warmUp, .provider,
        "Needs a time after its start, in which what must be fetched fails with ETIMEDOUT at once.",
        fields: [
            Field("for", .duration, required: true, "how long")
        ],
        shorthand: "for", at: .anyTime, usually: OperationSet([.mount]),
        example: "warm-up: {for: 10s}")

    package init(duration: Duration) {
        self.duration = duration
    }

    package init(_ arguments: FaultArguments) {
        duration = arguments.duration("for") ?? .zero
    }

    package var fault: Fault { .warmUp(self) }
}
