/// Loses everything that wasn't made durable by fsync, as a power cut does.
package struct LoseUnsynced: FaultPayload {
    package static let entry = FaultEntry(
        .loseUnsynced, .writing,
        "Loses everything that wasn't made durable by fsync, as a power cut does.",
        at: .anyMoment, usually: OperationSet([.release]),
        example: "lose-unsynced: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .loseUnsynced(self) }
}
