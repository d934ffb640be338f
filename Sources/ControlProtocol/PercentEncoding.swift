/// Percent-encoding of a path's bytes as in a `file:` URL (RFC 3986), for names of any bytes: Foundation's own
/// encodes text only.
package enum PercentEncoding {
    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    /// What stands for itself: the unreserved characters, `/`, and those of a path segment that every URL parser
    /// leaves alone.
    private static func standsForItself(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~/!$&'()*+,=@".utf8.contains(byte)
        }
    }

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if standsForItself(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(hexadecimal[Int(byte >> 4)])
                result.append(hexadecimal[Int(byte & 15)])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes, or nil where a `%` isn't followed by two hexadecimal digits.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(bytes: text.utf8) }

    package static func decode(bytes: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.underestimatedCount)
        var bytes = bytes.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
