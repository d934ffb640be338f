/// Writes one line of JSON, without Foundation's encoder.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(256)
    }

    /// Adds what is JSON already.
    mutating func add(json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    mutating func add(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string, or an object where the bytes aren't UTF-8.
    mutating func add(_ path: ControlPath) {
        if let string = String(validating: path.bytes, as: UTF8.self) {
            add(string)
        } else {
            add(json: #"{"percent":"#)
            add(PercentEncoding.encode(path.bytes))
            add(json: "}")
        }
    }

    mutating func addList<Element>(_ elements: [Element], _ add: (inout JSONText, Element) -> Void) {
        self.add(json: "[")
        for (index, element) in elements.enumerated() {
            if index > 0 { self.add(json: ",") }
            add(&self, element)
        }
        self.add(json: "]")
    }
}
