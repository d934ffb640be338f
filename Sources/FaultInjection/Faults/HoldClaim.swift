/// Has another process hold a claim on the item, as an app that is suspended inside its accessor.
package struct HoldClaim: FaultPayload {
    package let mode: Mode
    package let hold: Hold

    package static let entry = FaultEntry(
        .holdClaim, .claims,
        "Has another process hold a claim on the item, as an app that is suspended inside its accessor.",
        fields: [
            Field("mode", .choice(HoldClaim.Mode.allCases.map(\.rawValue)), "(default: writing)"),
            Field("for", .hold, "how long (default: forever)"),
        ],
        shorthand: "for", at: .anyMoment, usually: OperationSet([.coordinate]),
        example: "hold-claim: {mode: writing, for: 3s}")

    package init(mode: Mode = .writing, hold: Hold = .forever) {
        self.mode = mode
        self.hold = hold
    }

    package init(_ arguments: FaultArguments) {
        mode = arguments.choice("mode") ?? .writing
        hold = arguments.hold("for") ?? .forever
    }

    package var fault: Fault { .holdClaim(self) }

    package enum Mode: String, CaseIterable, Hashable, Sendable {
        case reading
        case writing
    }
}
