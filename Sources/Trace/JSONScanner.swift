/// Reads one flat JSON object: strings, whole numbers, true, false and null by key. Nested values are skipped, so
/// that a trace with more fields than this program knows can still be read.
struct JSONScanner {
    enum Value: Equatable {
        case text(String)
        case number(Int64)
        /// A number beyond Int64 (a seed).
        case unsigned(UInt64)
        /// A bool, null, a fraction or a nested value: nothing that a trace's fields hold.
        case other
    }

    struct Malformed: Error, Equatable {
        var reason: String
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Calls `each` with every key and its value.
    mutating func object(_ each: (String, Value) throws(Malformed) -> Void) throws(Malformed) {
        skipSpace()
        try expect(UInt8(ascii: "{"))
        skipSpace()
        if peek == UInt8(ascii: "}") {
            index += 1
        } else {
            while true {
                skipSpace()
                let key = try string()
                skipSpace()
                try expect(UInt8(ascii: ":"))
                skipSpace()
                try each(key, value(depth: 0))
                skipSpace()
                if peek == UInt8(ascii: ",") {
                    index += 1
                    continue
                }
                try expect(UInt8(ascii: "}"))
                break
            }
        }
        skipSpace()
        if index != bytes.count { throw Malformed(reason: "text after the object") }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard peek == byte else {
            throw Malformed(reason: "expected '\(Character(UnicodeScalar(byte)))' at byte \(index + 1)")
        }
        index += 1
    }

    private mutating func value(depth: Int) throws(Malformed) -> Value {
        guard depth < 32 else { throw Malformed(reason: "nested too deeply") }
        switch peek {
        case UInt8(ascii: "\""):
            return .text(try string())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skipNested()
            return .other
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            while let byte = peek, byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") { index += 1 }
            return .other
        default:
            return try number()
        }
    }

    private mutating func number() throws(Malformed) -> Value {
        let start = index
        while let byte = peek,
            byte == UInt8(ascii: "-") || (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "+")
        {
            index += 1
        }
        guard index > start else { throw Malformed(reason: "expected a value at byte \(index + 1)") }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let number = Int64(text) { return .number(number) }
        if let number = UInt64(text) { return .unsigned(number) }
        return .other
    }

    /// Skips an object or array by counting brackets outside strings.
    private mutating func skipNested() throws(Malformed) {
        var depth = 0
        repeat {
            guard let byte = peek else { throw Malformed(reason: "the line ends within a value") }
            switch byte {
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        } while depth > 0
    }

    private mutating func string() throws(Malformed) -> String {
        try expect(UInt8(ascii: "\""))
        let start = index
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
        if peek == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while let byte = peek {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try appendEscape(to: &text)
            default: text.append(byte)
            }
        }
        throw Malformed(reason: "the line ends within a string")
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(Malformed) {
        guard let byte = peek else { throw Malformed(reason: "the line ends within a string") }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try unicodeEscape()).utf8))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        default: throw Malformed(reason: "an unknown escape at byte \(index)")
        }
    }

    private mutating func unicodeEscape() throws(Malformed) -> Character {
        let unit = try hexUnit()
        if unit & 0xFC00 == 0xD800, peek == UInt8(ascii: "\\") {
            index += 1
            try expect(UInt8(ascii: "u"))
            let low = try hexUnit()
            let scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10) + UInt32(low & 0x3FF)
            return Character(UnicodeScalar(scalar) ?? "\u{FFFD}")
        }
        return Character(UnicodeScalar(unit) ?? "\u{FFFD}")
    }

    private mutating func hexUnit() throws(Malformed) -> UInt16 {
        guard index + 4 <= bytes.count,
            let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw Malformed(reason: "a broken \\u escape at byte \(index + 1)") }
        index += 4
        return unit
    }
}
