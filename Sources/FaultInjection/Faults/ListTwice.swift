/// Lists the item twice.
package struct ListTwice: FaultPayload {
    package static let entry = FaultEntry(
        .listTwice, .listing,
        "Lists the item twice.",
        at: OperationSet([.listEntry]), usually: OperationSet([.listEntry]),
        example: "list-twice: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .listTwice(self) }
}
