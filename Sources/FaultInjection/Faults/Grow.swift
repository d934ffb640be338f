/// Shows a file that is still being written: a part of it first, the rest over a time.
package struct Grow: FaultPayload {
    package let from: Position
    package let over: Duration

    package static let entry = FaultEntry(
        .grow, .content,
        "Shows a file that is still being written: a part of it first, the rest over a time.",
        fields: [
            Field("from", .position, required: true, "what is there at first"),
            Field("over", .duration, required: true, "until all is there"),
        ],
        at: .anyMoment, usually: OperationSet([.pick, .open]),
        example: "grow: {from: 60%, over: 5s}")

    package init(from: Position, over: Duration) {
        self.from = from
        self.over = over
    }

    package init(_ arguments: FaultArguments) {
        from = arguments.position("from") ?? .percent(0)
        over = arguments.duration("over") ?? .zero
    }

    package var fault: Fault { .grow(self) }
}
