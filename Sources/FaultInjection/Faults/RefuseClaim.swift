/// Refuses coordinated access with an error of the provider's.
package struct RefuseClaim: FaultPayload {
    package let code: ProviderError

    package static let entry = FaultEntry(
        .refuseClaim, .claims,
        "Refuses coordinated access with an error of the provider's.",
        fields: [
            Field("code", .providerError, "which (default: cannot-synchronize)")
        ],
        shorthand: "code", at: OperationSet([.coordinate]), usually: OperationSet([.coordinate]),
        example: "refuse-claim: {}")

    package init(code: ProviderError = .cannotSynchronize) {
        self.code = code
    }

    package init(_ arguments: FaultArguments) {
        code = arguments.providerError("code") ?? .cannotSynchronize
    }

    package var fault: Fault { .refuseClaim(self) }
    package var endsOperation: Bool { true }
}
