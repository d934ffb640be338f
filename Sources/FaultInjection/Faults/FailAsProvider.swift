/// Fails the operation as Apple's layer words it: a code of the provider's for a coordinated access, an errno for a system call.
package struct FailAsProvider: FaultPayload {
    package let code: ProviderError

    package static let entry = FaultEntry(
        .failAsProvider, .refusal,
        "Fails the operation as Apple's layer words it: a code of the provider's for a coordinated access, an errno for a system call.",
        fields: [
            Field("code", .providerError, required: true, "which error")
        ],
        shorthand: "code", at: .answered, usually: OperationSet([.coordinate]),
        example: "provider-error: server-unreachable")

    package init(code: ProviderError) {
        self.code = code
    }

    package init(_ arguments: FaultArguments) {
        code = arguments.providerError("code") ?? .cannotSynchronize
    }

    package var fault: Fault { .failAsProvider(self) }
    package var endsOperation: Bool { true }
}
