/// How bytes are text.
package enum TextForm: Hashable, Sendable {
    case utf8
    case utf16
    case utf32
    /// Bytes without control characters, in one of the old encodings with one byte a character. Nothing tells which.
    case eightBit

    /// - Parameter isWhole: whether these are all bytes, so that none of the last character is missing.
    package init?(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
        if let units = WideText(bytes) {
            guard units.isText(isWhole: isWhole) else { return nil }
            self = units.width == 4 ? .utf32 : .utf16
            return
        }
        // Text of DOS may end with a Ctrl-Z.
        let body = UnsafeRawBufferPointer(rebasing: isWhole && bytes.last == 0x1A ? bytes.dropLast() : bytes[...])
        guard !body.contains(where: Self.isBinary) else { return nil }
        self = Self.isUTF8(bytes, isWhole: isWhole) ? .utf8 : .eightBit
    }

    private static func isBinary(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x07...0x0D, 0x1B: false
        case 0..<0x20, 0x7F: true
        default: false
        }
    }

    private static func isUTF8(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
        if validates(bytes[...]) { return true }
        guard !isWhole else { return false }
        // The last character may be cut.
        return (1...3).contains { validates(bytes.dropLast($0)) }
    }

    /// How much is validated at once: what is valid becomes a string, which takes memory.
    private static let pieceLength = 64 << 10

    private static func validates(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        while rest.count > pieceLength {
            var end = rest.startIndex + pieceLength
            // A piece ends where a character does: at most three bytes of one come after its first.
            for _ in 0..<3 where rest[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
            guard String(validating: rest[..<end], as: UTF8.self) != nil else { return false }
            rest = rest[end...]
        }
        // 64 bits at a time where it is ASCII, which most text mostly is.
        return String(validating: rest, as: UTF8.self) != nil
    }
}
