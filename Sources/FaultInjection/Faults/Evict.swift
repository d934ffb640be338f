/// Drops the item's content: it is dataless again.
package struct Evict: FaultPayload {
    package static let entry = FaultEntry(
        .evict, .materialization,
        "Drops the item's content: it is dataless again.",
        at: .anyMoment, usually: OperationSet([.open]),
        example: "evict: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .evict(self) }
}
