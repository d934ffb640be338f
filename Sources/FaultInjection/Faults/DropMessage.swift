/// Loses a message to a file presenter, and goes on as if it had been answered.
package struct DropMessage: FaultPayload {
    package static let entry = FaultEntry(
        .dropMessage, .claims,
        "Loses a message to a file presenter, and goes on as if it had been answered.",
        at: OperationSet([.presenter]), usually: OperationSet([.presenter]),
        example: "drop-message: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .dropMessage(self) }
    package var endsOperation: Bool { true }
}
