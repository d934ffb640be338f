import SystemIO

/// Dies: every call fails as on a volume that is gone, open files too, until it is back.
package struct Die: FaultPayload {
    package let backAfter: Hold
    package let errno: Errno

    package static let entry = FaultEntry(
        .die, .provider,
        "Dies: every call fails as on a volume that is gone, open files too, until it is back.",
        fields: [
            Field("back-after", .hold, "when it is back (default: forever, never)"),
            Field("with", .errno, "what every call fails with meanwhile, such as ENXIO (default: ENOTCONN)"),
        ],
        shorthand: "back-after", at: .anyTime, usually: OperationSet([.read]),
        example: "die: {back-after: 2s}")

    package init(backAfter: Hold = .forever, errno: Errno = .notConnected) {
        self.backAfter = backAfter
        self.errno = errno
    }

    package init(_ arguments: FaultArguments) {
        backAfter = arguments.hold("back-after") ?? .forever
        errno = arguments.errno("with") ?? .notConnected
    }

    package var fault: Fault { .die(self) }
    package var endsOperation: Bool { true }
}
