/// Changes some bytes, at places that repeat with the seed.
package struct Corrupt: FaultPayload {
    package let bytes: Int
    package let from: Position?

    package static let entry = FaultEntry(
        .corrupt, .content,
        "Changes some bytes, at places that repeat with the seed.",
        fields: [
            Field("bytes", .count(), "how many (default: 16)"),
            Field("from", .position, "not before this place"),
        ],
        shorthand: "bytes", at: .content, usually: OperationSet([.read]),
        example: "corrupt: {bytes: 16}")

    package init(bytes: Int = 16, from: Position? = nil) {
        self.bytes = bytes
        self.from = from
    }

    package init(_ arguments: FaultArguments) {
        bytes = arguments.count("bytes") ?? 16
        from = arguments.position("from")
    }

    package var fault: Fault { .corrupt(self) }
    package var reach: Position? { from }
}
