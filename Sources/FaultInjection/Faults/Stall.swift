/// Holds the operation, for a time or for ever; whoever waits can leave by a signal.
package struct Stall: FaultPayload {
    package let at: Position?
    package let hold: Hold

    package static let entry = FaultEntry(
        .stall, .time,
        "Holds the operation, for a time or for ever; whoever waits can leave by a signal.",
        fields: [
            Field("at", .position, "reads and downloads are held from this place in the content on"),
            Field("for", .hold, "how long (default: forever)"),
        ],
        shorthand: "for", at: .answered, usually: OperationSet([.read]),
        example: "stall: {at: 40%, for: forever}")

    package init(at: Position? = nil, hold: Hold = .forever) {
        self.at = at
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        at = arguments.position("at")
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .stall(self) }

    package var reach: Position? { at }
    /// A stall that ends lets the next rule decide.
    package var endsOperation: Bool { hold == .forever }
}
