import SystemIO

/// Fails the operation with an error, from a place in the content on if `at` is given.
package struct Fail: FaultPayload {
    package let errno: Errno
    package let at: Position?

    package static let entry = FaultEntry(
        .fail, .refusal,
        "Fails the operation with an error, from a place in the content on if `at` is given.",
        fields: [
            Field("errno", .errno, required: true, "the error that the caller gets"),
            Field("at", .position, "reads, writes and downloads fail from here on; before it they work"),
        ],
        shorthand: "errno", at: .answered, usually: OperationSet([.read]),
        example: "fail: EIO")

    package init(errno: Errno, at: Position? = nil) {
        self.errno = errno
        self.at = at
    }

    package init(_ arguments: FaultArguments) {
        errno = arguments.errno("errno") ?? .ioError
        at = arguments.position("at")
    }

    package var fault: Fault { .fail(self) }

    package var endsOperation: Bool { true }
    package var reach: Position? { at }
}
