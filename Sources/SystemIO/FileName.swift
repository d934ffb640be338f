import Glibc

/// One component of a path: bytes without `/`, of any encoding. Names that only differ in their normalization, or
/// that are no UTF-8 at all, stay different.
package struct FileName: Hashable, Sendable {
    /// The bytes and a final NUL, so that a system call can take them as they are.
    private let terminated: [UInt8]

    /// Copies a C string.
    package init(cString: UnsafePointer<CChar>) {
        let count = strlen(cString) + 1
        terminated = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            UnsafeMutableRawPointer(buffer.baseAddress!).copyMemory(from: cString, byteCount: count)
            initialized = count
        }
    }

    package init(_ string: String) {
        terminated = Array(string.utf8) + [0]
    }

    package init(bytes: some Sequence<UInt8>) {
        terminated = Array(bytes) + [0]
    }

    package var count: Int { terminated.count - 1 }

    package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    /// For people: bytes that are no UTF-8 are replaced.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// `.` or `..`.
    package var isDotOrDotDot: Bool {
        (count == 1 && terminated[0] == 0x2e) || (count == 2 && terminated[0] == 0x2e && terminated[1] == 0x2e)
    }

    @inline(__always)
    package func withCString<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try terminated.span.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            // CChar and UInt8 have the same layout.
            try body(UnsafeRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self))
        }
    }
}

extension FileName: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral value: String) { self.init(value) }
    package var description: String { string }
}
