/// A JSON object on one line, written byte by byte into a buffer that is reused: on the hot path a general encoder
/// would cost more than the operation that it records.
package struct JSONLine: ~Copyable {
    package private(set) var bytes: [UInt8] = []
    private var isFirst = true

    package init(capacity: Int = 1 << 16) {
        bytes.reserveCapacity(capacity)
    }

    package var count: Int { bytes.count }

    /// Hands over what was written, and begins afresh.
    package mutating func take(reserving capacity: Int) -> [UInt8] {
        var taken: [UInt8] = []
        taken.reserveCapacity(capacity)
        swap(&taken, &bytes)
        return taken
    }

    package mutating func begin() {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    package mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    package mutating func add(_ key: StaticString, _ value: Int64) {
        add(key: key)
        append(value)
    }

    package mutating func add(_ key: StaticString, _ value: UInt64) {
        add(key: key)
        append(magnitude: value)
    }

    package mutating func add(_ key: StaticString, _ value: String) {
        add(key: key)
        append(quoted: value)
    }

    /// A field after another, for a piece of a line.
    mutating func continueWith(_ key: StaticString, _ value: String) {
        isFirst = false
        add(key, value)
    }

    mutating func continueWith(_ key: StaticString, _ value: Int64) {
        isFirst = false
        add(key, value)
    }

    /// What was written elsewhere.
    mutating func append(_ written: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: written)
    }

    /// An object with one text in it.
    package mutating func addObject(_ key: StaticString, _ inner: StaticString, _ value: String) {
        add(key: key)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        add(inner, value)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func add(key: StaticString) {
        if isFirst { isFirst = false } else { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    private mutating func append(magnitude value: UInt64) {
        // The longest number has 20 digits; they come last first.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value
            var start = digits.count
            repeat {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
                start -= 1
                digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
                rest = quotient
            } while rest != 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    private mutating func append(quoted text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var clean = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: utf8[clean..<index])
                append(escaped: byte)
                clean = index + 1
            }
            bytes.append(contentsOf: utf8[clean...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x22, 0x5C: bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
            for nibble in [byte >> 4, byte & 15] {
                bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
            }
        }
    }
}
