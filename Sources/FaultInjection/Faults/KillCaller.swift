/// Kills the process tree that makes the call, if a harness registered its root.
package struct KillCaller: FaultPayload {
    package let moment: Moment

    package static let entry = FaultEntry(
        .killCaller, .app,
        "Kills the process tree that makes the call, if a harness registered its root.",
        fields: [
            Field(
                "when", .choice(KillCaller.Moment.allCases.map(\.rawValue)),
                "before the operation is done, or after (default: before)")
        ],
        shorthand: "when", at: .fileSystem.union(OperationSet([.coordinate, .scopeStart, .scopeStop, .download])),
        usually: OperationSet([.read]),
        example: "kill-caller: {when: after}")

    package init(moment: Moment = .before) {
        self.moment = moment
    }

    package init(_ arguments: FaultArguments) {
        moment = arguments.choice("when") ?? .before
    }

    package var fault: Fault { .killCaller(self) }

    package enum Moment: String, CaseIterable, Hashable, Sendable {
        case before
        case after
    }

    package var endsOperation: Bool { moment == .before }
}
