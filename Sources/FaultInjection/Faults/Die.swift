/// Dies: every call fails as on a volume that is gone, open files too, until it is back.
package struct Die: FaultPayload {
    package let backAfter: Hold

    package static let entry = FaultEntry(
        .die, .provider,
        "Dies: every call fails as on a volume that is gone, open files too, until it is back.",
        fields: [
            Field("back-after", .hold, "when it is back (default: forever, never)")
        ],
        shorthand: "back-after", at: .anyTime, usually: OperationSet([.read]),
        example: "die: {back-after: 2s}")

    package init(backAfter: Hold = .forever) {
        self.backAfter = backAfter
    }

    package init(_ arguments: FaultArguments) {
        backAfter = arguments.hold("back-after") ?? .forever
    }

    package var fault: Fault { .die(self) }
    package var endsOperation: Bool { true }
}
