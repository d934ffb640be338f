/// Shows a small stub `.NAME.icloud` in the item's place until its content is here.
package struct Placeholder: FaultPayload {
    package static let entry = FaultEntry(
        .placeholder, .materialization,
        "Shows a small stub `.NAME.icloud` in the item's place until its content is here.",
        at: OperationSet([.lookup, .getattr, .open, .listEntry]), usually: OperationSet([.lookup, .listEntry]),
        example: "placeholder: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .placeholder(self) }
}
