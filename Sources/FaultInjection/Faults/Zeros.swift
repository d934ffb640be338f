/// Puts zeros where content should be, as a hole in a partial download.
package struct Zeros: FaultPayload {
    package let from: Position
    package let length: Position?

    package static let entry = FaultEntry(
        .zeros, .content,
        "Puts zeros where content should be, as a hole in a partial download.",
        fields: [
            Field("from", .position, required: true, "the first zero"),
            Field("length", .position, "how many bytes (default: up to the end)"),
        ],
        shorthand: "from", at: .content, usually: OperationSet([.read]),
        example: "zeros: {from: 40%, length: 4KiB}")

    package init(from: Position, length: Position? = nil) {
        self.from = from
        self.length = length
    }

    package init(_ arguments: FaultArguments) {
        from = arguments.position("from") ?? .percent(0)
        length = arguments.position("length")
    }

    package var fault: Fault { .zeros(self) }
    package var reach: Position? { from }
}
