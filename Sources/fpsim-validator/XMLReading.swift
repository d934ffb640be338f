import CExpat

/// One document of XML, read piece by piece through Expat, which resolves nothing outside of it and bounds what its
/// entities grow to.
final class XMLReading {
    struct Element {
        /// Without a prefix.
        let name: String
        let attributes: [String: String]
    }

    private let expat: ExpatLibrary
    private let parser: XML_Parser
    private let wanted: Set<String>
    private(set) var elements: [Element] = []
    private var isBroken = false

    /// - Parameter wanted: the names of the elements that are kept.
    init?(keeping wanted: Set<String> = []) {
        guard let expat = ExpatLibrary.shared, let parser = expat.parserCreate(nil) else { return nil }
        self.expat = expat
        self.parser = parser
        self.wanted = wanted
        guard !wanted.isEmpty else { return }
        expat.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        expat.setStartElementHandler(parser) { reading, name, attributes in
            guard let reading, let name else { return }
            Unmanaged<XMLReading>.fromOpaque(reading).takeUnretainedValue().begin(name, attributes)
        }
    }

    deinit { expat.parserFree(parser) }

    private func begin(_ name: UnsafePointer<CChar>, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        let name = Self.withoutPrefix(name)
        guard wanted.contains(name) else { return }
        var attributes: [String: String] = [:]
        var next = list
        while let pair = next, let key = pair[0], let value = pair[1] {
            attributes[Self.withoutPrefix(key)] = String(cString: value)
            next = pair + 2
        }
        elements.append(Element(name: name, attributes: attributes))
    }

    private static func withoutPrefix(_ name: UnsafePointer<CChar>) -> String {
        let name = String(cString: name)
        return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    /// - Returns: whether it is well-formed so far.
    func add(_ bytes: UnsafeRawBufferPointer) -> Bool { parse(bytes, isLast: false) }

    /// - Returns: whether it was well-formed to its end.
    func finish() -> Bool { parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) }

    private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Bool {
        guard !isBroken else { return false }
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        isBroken = expat.parse(parser, start, CInt(bytes.count), isLast ? 1 : 0) != XML_STATUS_OK
        return !isBroken
    }
}
