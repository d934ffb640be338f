/// Lets content through no faster than so many bytes a second.
package struct Throttle: FaultPayload {
    package let rate: Rate

    package static let entry = FaultEntry(
        .throttle, .time,
        "Lets content through no faster than so many bytes a second.",
        fields: [
            Field("rate", .rate, required: true, "how fast")
        ],
        shorthand: "rate", at: OperationSet([.read, .write, .download, .upload]),
        usually: OperationSet([.read, .download]),
        example: "throttle: 64KiB/s")

    package init(rate: Rate) {
        self.rate = rate
    }

    package init(_ arguments: FaultArguments) {
        rate = arguments.rate("rate") ?? .slowest
    }

    package var fault: Fault { .throttle(self) }
}
