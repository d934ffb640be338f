import SystemIO

/// Refuses the operation with an error, as a permission check does.
package struct Deny: FaultPayload {
    package let errno: Errno

    package static let entry = FaultEntry(
        .deny, .refusal,
        "Refuses the operation with an error, as a permission check does.",
        fields: [
            Field("errno", .errno, required: true, "the error that the caller gets")
        ],
        shorthand: "errno", at: .answered, usually: OperationSet([.open, .opendir]),
        example: "deny: EPERM")

    package init(errno: Errno) {
        self.errno = errno
    }

    package init(_ arguments: FaultArguments) {
        errno = arguments.errno("errno") ?? .ioError
    }

    package var fault: Fault { .deny(self) }
    package var endsOperation: Bool { true }
}
