/// A document's name as the person knows it. It is data: no path is ever made of it, so that it may hold separators,
/// `..`, newlines or bytes that aren't UTF-8, and two documents may share it.
public struct DisplayName: Hashable, Sendable {
    /// The name's bytes as the provider gave them: neither normalized nor repaired.
    public let bytes: [UInt8]

    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    /// The name as text, with U+FFFD in place of what isn't UTF-8.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the bytes are UTF-8, so that `text` says all of them.
    public var isWellFormed: Bool { Array(text.utf8) == bytes }

    /// What follows the last dot, in lowercase ASCII, or nil: the type that the name claims.
    public var claimedExtension: String? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
        let suffix = bytes[(dot + 1)...]
        guard (1...16).contains(suffix.count), suffix.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: suffix, as: UTF8.self).lowercased()
    }

    /// The name on one line of a terminal: control characters, line separators, marks that change the direction of
    /// writing, and ill-formed bytes are escaped, so that no name can forge a line of output.
    public var printable: String {
        var line = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            var decoder = UTF8()
            var input = rest.makeIterator()
            switch decoder.decode(&input) {
            case .scalarValue(let scalar):
                line += Self.escaped(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            case .error:
                line += "\\x" + Self.hex(UInt32(rest.first!), digits: 2)
                rest = rest.dropFirst()
            case .emptyInput:
                return line
            }
        }
        return line
    }

    /// The same for a sentence, in which the middle of what is too long to be read is left out.
    public var shortPrintable: String {
        let whole = printable
        guard whole.count > 1000 else { return whole }
        return "\(whole.prefix(600))…\(whole.suffix(200))"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x5C: "\\\\"
        case 0..<0x20, 0x7F..<0xA0: "\\x" + hex(scalar.value, digits: 2)
        case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
            "\\u{" + hex(scalar.value, digits: 4) + "}"
        default: String(scalar)
        }
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(scalar).utf8.count }
}
