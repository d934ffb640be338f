/// A path as the system takes it: bytes of any encoding, without NUL.
package struct RawPath: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// The path of a name in this folder.
    package static func / (folder: RawPath, name: String) -> RawPath {
        RawPath(bytes: folder.bytes + [UInt8(ascii: "/")] + Array(name.utf8))
    }

    package func withCString<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // A path is a name to openat(2) and its kin.
        try FileName(bytes: bytes).withCString(body)
    }
}

extension RawPath: CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(value) }

    /// For people: bytes that are no UTF-8 are replaced.
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
