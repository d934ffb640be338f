/// Hangs whole: whatever needs the provider waits until it comes back.
package struct Hang: FaultPayload {
    package let hold: Hold

    package static let entry = FaultEntry(
        .hang, .provider,
        "Hangs whole: whatever needs the provider waits until it comes back.",
        fields: [
            Field("for", .hold, "how long (default: forever)")
        ],
        shorthand: "for", at: .anyTime, usually: OperationSet([.open]),
        example: "hang: {for: 5s}")

    package init(hold: Hold = .forever) {
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .hang(self) }
}
