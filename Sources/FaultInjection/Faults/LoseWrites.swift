/// Accepts writes and never stores them.
package struct LoseWrites: FaultPayload {
    package static let entry = FaultEntry(
        .loseWrites, .writing,
        "Accepts writes and never stores them.",
        at: OperationSet([.write]), usually: OperationSet([.write]),
        example: "lose-writes: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .loseWrites(self) }
}
