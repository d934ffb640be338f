/// The members of a message that say what it is, found without decoding it: a coordinated access is two messages each
/// way, and the decoder costs more than all the rest of one.
struct MessageHead: Equatable {
    var version: Int?
    var id: Int?
    var operation: String?

    /// Nil for what isn't plainly an object with such members; the decoder then says what is wrong.
    init?(_ line: [UInt8]) {
        let head: MessageHead? = line.withUnsafeBufferPointer { bytes in
            var scanner = Scanner(bytes: bytes)
            return scanner.head()
        }
        guard let head else { return nil }
        self = head
    }

    private init() {}

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func head() -> MessageHead? {
            var head = MessageHead()
            guard skip("{") else { return nil }
            if skip("}") { return head }
            repeat {
                guard let key = text(), skip(":") else { return nil }
                switch key {
                case "v": head.version = number()
                case "id": head.id = number()
                case "op": head.operation = text()
                default: guard skipValue() else { return nil }
                }
            } while skip(",")
            return skip("}") ? head : nil
        }

        private mutating func skipSpace() {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func number() -> Int? {
            skipSpace()
            let start = position
            while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
            guard position > start, position - start < 18 else { return nil }
            return bytes[start..<position].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        /// A string without escapes.
        private mutating func text() -> String? {
            guard skip("\"") else { return nil }
            let start = position
            while position < bytes.count, bytes[position] != 0x22 {
                if bytes[position] == 0x5C { return nil }
                position += 1
            }
            guard position < bytes.count else { return nil }
            defer { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        /// Any value, by its brackets and strings; what is inside is the decoder's to judge.
        private mutating func skipValue() -> Bool {
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
    }
}
