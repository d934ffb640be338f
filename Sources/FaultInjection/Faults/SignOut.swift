/// Signs the account out: downloads and coordinated access fail with not-authenticated.
package struct SignOut: FaultPayload {
    package let hold: Hold

    package static let entry = FaultEntry(
        .signOut, .provider,
        "Signs the account out: downloads and coordinated access fail with not-authenticated.",
        fields: [
            Field("for", .hold, "how long (default: forever)")
        ],
        shorthand: "for", at: .anyTime, usually: OperationSet([.mount]),
        example: "sign-out: {}")

    package init(hold: Hold = .forever) {
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .signOut(self) }
}
