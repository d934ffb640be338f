/// Loses the network: what is dataless can't be fetched, what is here can be read.
package struct GoOffline: FaultPayload {
    package let hold: Hold

    package static let entry = FaultEntry(
        .goOffline, .provider,
        "Loses the network: what is dataless can't be fetched, what is here can be read.",
        fields: [
            Field("for", .hold, "how long (default: forever)")
        ],
        shorthand: "for", at: .anyTime, usually: OperationSet([.mount]),
        example: "offline: {for: 3s}")

    package init(hold: Hold = .forever) {
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .goOffline(self) }
}
