import ProviderModel

/// Takes at most so many bytes of each write.
package struct ShortWrite: FaultPayload {
    package let bytes: ByteCount

    package static let entry = FaultEntry(
        .shortWrite, .writing,
        "Takes at most so many bytes of each write.",
        fields: [
            Field("bytes", .bytes, required: true, "at most so many")
        ],
        shorthand: "bytes", at: OperationSet([.write]), usually: OperationSet([.write]),
        example: "short-write: 512")

    package init(bytes: ByteCount) {
        self.bytes = bytes
    }

    package init(_ arguments: FaultArguments) {
        bytes = arguments.bytes("bytes") ?? .zero
    }

    package var fault: Fault { .shortWrite(self) }
    package var contradiction: String? { bytes > .zero ? nil : "a write of 0 bytes makes callers loop for ever" }
}
