import ProviderModel

/// Has room for so many more bytes; then ENOSPC.
package struct Quota: FaultPayload {
    package let bytes: ByteCount

    package static let entry = FaultEntry(
        .quota, .writing,
        "Has room for so many more bytes; then ENOSPC.",
        fields: [
            Field("bytes", .bytes, required: true, "how many the mount may take in all")
        ],
        shorthand: "bytes", at: OperationSet([.write, .create, .fallocate, .copyFileRange]),
        usually: OperationSet([.write]),
        example: "quota: 1MiB")

    package init(bytes: ByteCount) {
        self.bytes = bytes
    }

    package init(_ arguments: FaultArguments) {
        bytes = arguments.bytes("bytes") ?? .zero
    }

    package var fault: Fault { .quota(self) }
}
