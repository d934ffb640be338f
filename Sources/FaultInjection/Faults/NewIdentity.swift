/// Gives the same bytes another item's identity at the same path, as a sync that deletes and creates.
package struct NewIdentity: FaultPayload {
    package static let entry = FaultEntry(
        .newIdentity, .version,
        "Gives the same bytes another item's identity at the same path, as a sync that deletes and creates.",
        at: .anyMoment, usually: OperationSet([.open]),
        example: "new-identity: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .newIdentity(self) }
}
