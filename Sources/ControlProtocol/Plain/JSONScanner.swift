/// Reads JSON as these messages are usually written: objects, arrays, whole numbers, booleans, and strings without
/// escapes. For everything else its functions return nil or false, and Foundation's decoder, which costs more than
/// all the rest of a coordinated access, reads the message or says what is wrong with it.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// What `body` makes of the line.
    static func read<Value>(_ line: [UInt8], _ body: (inout JSONScanner) -> Value?) -> Value? {
        line.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            return body(&scanner)
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Calls `member` with each key; it reads the value, or skips it, and says whether it could.
    mutating func object(_ member: (inout JSONScanner, String) -> Bool) -> Bool {
        guard skip("{") else { return false }
        if skip("}") { return true }
        repeat {
            guard let key = text(), skip(":"), member(&self, key) else { return false }
        } while skip(",")
        return skip("}")
    }

    /// Calls `element` before each element, which it reads.
    mutating func array(_ element: (inout JSONScanner) -> Bool) -> Bool {
        guard skip("[") else { return false }
        if skip("]") { return true }
        repeat {
            guard element(&self) else { return false }
        } while skip(",")
        return skip("]")
    }

    /// A whole number from 0.
    mutating func number() -> Int? {
        skipSpace()
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        guard position > start, position - start < 18 else { return nil }
        return bytes[start..<position].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func boolean() -> Bool? {
        skipSpace()
        for (word, value) in [("true", true), ("false", false)] {
            let end = position + word.utf8.count
            if end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) {
                position = end
                return value
            }
        }
        return nil
    }

    /// A string without escapes.
    mutating func text() -> String? {
        guard skip("\"") else { return nil }
        let start = position
        var bits: UInt8 = 0
        while position < bytes.count, bytes[position] != 0x22 {
            if bytes[position] == 0x5C || bytes[position] < 0x20 { return nil }
            bits |= bytes[position]
            position += 1
        }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
        // ASCII, as nearly all is, needs no validation, which costs more than all the rest of a message.
        return bits < 0x80 ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
    }

    /// Any value, by its brackets and strings; what is inside is the decoder's to judge.
    mutating func skipValue() -> Bool {
        var depth = 0
        var isInString = false
        while position < bytes.count {
            let byte = bytes[position]
            if isInString {
                if byte == 0x5C { position += 1 } else if byte == 0x22 { isInString = false }
            } else {
                switch byte {
                case 0x22: isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return true }
                    depth -= 1
                case UInt8(ascii: ",") where depth == 0: return true
                default: break
                }
            }
            position += 1
        }
        return false
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}
