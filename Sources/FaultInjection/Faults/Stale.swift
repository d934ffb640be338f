/// Serves an older version's bytes under the current one's attributes.
package struct Stale: FaultPayload {
    package static let entry = FaultEntry(
        .stale, .version,
        "Serves an older version's bytes under the current one's attributes.",
        at: .content, usually: OperationSet([.open]),
        example: "stale: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .stale(self) }
}
