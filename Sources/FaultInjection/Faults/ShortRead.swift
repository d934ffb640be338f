import ProviderModel

/// Answers each read with at most so many bytes, though more are there.
package struct ShortRead: FaultPayload {
    package let bytes: ByteCount

    package static let entry = FaultEntry(
        .shortRead, .content,
        "Answers each read with at most so many bytes, though more are there.",
        fields: [
            Field("bytes", .bytes, required: true, "at most so many")
        ],
        shorthand: "bytes", at: OperationSet([.read]), usually: OperationSet([.read]),
        example: "short-read: 100")

    package init(bytes: ByteCount) {
        self.bytes = bytes
    }

    package init(_ arguments: FaultArguments) {
        bytes = arguments.bytes("bytes") ?? .zero
    }

    package var fault: Fault { .shortRead(self) }

    package var contradiction: String? {
        bytes > .zero ? nil : "a read of 0 bytes says that the file ends: write end-early"
    }
}
