/// Answers false when an app starts access, and grants nothing.
package struct RefuseScope: FaultPayload {
    package static let entry = FaultEntry(
        .refuseScope, .scope,
        "Answers false when an app starts access, and grants nothing.",
        at: OperationSet([.scopeStart]), usually: OperationSet([.scopeStart]),
        example: "refuse-scope: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .refuseScope(self) }
    package var endsOperation: Bool { true }
}
