/// Takes away every grant on the item; files that are open stay open.
package struct RevokeScope: FaultPayload {
    package static let entry = FaultEntry(
        .revokeScope, .scope,
        "Takes away every grant on the item; files that are open stay open.",
        at: .anyMoment, usually: OperationSet([.open]),
        example: "revoke-scope: {}")

    package init() {}
    package init(_ arguments: FaultArguments) {}

    package var fault: Fault { .revokeScope(self) }
}
