/// A path on the mount, relative to its root, without a leading slash; the root is empty.
///
/// In JSON it is a string. File names are bytes, though, and one that isn't UTF-8 is written as
/// `{"percent":"a%FFb"}`.
package struct ControlPath: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ string: String) {
        self.bytes = Array(string.utf8)
    }

    /// The text, with U+FFFD where the bytes aren't UTF-8: for people.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The names between the slashes.
    package var components: [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).map(Array.init)
    }
}

extension ControlPath: CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ControlPath: Codable {
    private enum CodingKeys: String, CodingKey { case percent }

    package init(from decoder: any Decoder) throws {
        if let string = try? decoder.singleValueContainer().decode(String.self) {
            self.init(string)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .percent)
        guard let bytes = PercentEncoding.decode(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .percent, in: container, debugDescription: "'\(text)' isn't percent-encoded")
        }
        self.init(bytes: bytes)
    }

    package func encode(to encoder: any Encoder) throws {
        if let string = String(validating: bytes, as: UTF8.self) {
            var container = encoder.singleValueContainer()
            try container.encode(string)
        } else {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(PercentEncoding.encode(bytes), forKey: .percent)
        }
    }
}
