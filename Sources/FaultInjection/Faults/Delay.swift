/// Answers later: after a fixed time, or one drawn for each operation between two.
package struct Delay: FaultPayload {
    package let duration: Duration?
    package let from: Duration?
    package let to: Duration?

    package static let entry = FaultEntry(
        .delay, .time,
        "Answers later: after a fixed time, or one drawn for each operation between two.",
        fields: [
            Field("for", .duration, "how much later"),
            Field("from", .duration, "at least so much later"),
            Field("to", .duration, "at most so much later"),
        ],
        shorthand: "for", at: .answered, usually: OperationSet([.read]),
        example: "delay: {from: 100ms, to: 2s}")

    package init(duration: Duration? = nil, from: Duration? = nil, to: Duration? = nil) {
        self.duration = duration
        self.from = from
        self.to = to
    }

    package init(_ arguments: FaultArguments) {
        duration = arguments.duration("for")
        from = arguments.duration("from")
        to = arguments.duration("to")
    }

    package var fault: Fault { .delay(self) }

    package var contradiction: String? {
        if duration != nil { return from == nil && to == nil ? nil : "say either how long, or from and to" }
        guard let from, let to else { return "needs a duration, or both from and to" }
        return from <= to ? nil : "from is longer than to"
    }

    /// How long the operation with this roll waits.
    package func wait(roll: UInt64) -> Duration {
        if let duration { return duration }
        guard let from, let to, from <= to else { return .zero }
        let span = (to - from).components
        let microseconds = UInt64(span.seconds) * 1_000_000 + UInt64(span.attoseconds / 1_000_000_000_000)
        return from + .microseconds(Int64(roll.multipliedFullWidth(by: microseconds + 1).high))
    }
}
