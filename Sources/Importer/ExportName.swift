import ImportCore

/// A display name as a file's name: the same bytes where a file can have them.
enum ExportName {
    /// The longest name that Linux file systems take, in bytes.
    private static let limit = 255

    /// - Parameter number: 1 for the name itself, 2 for the first that has a number before its extension.
    static func bytes(for name: DisplayName, number: Int) -> [UInt8] {
        var bytes = name.bytes.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
        if bytes.isEmpty || bytes == Array(".".utf8) || bytes == Array("..".utf8) { bytes = Array("document".utf8) }
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && bytes.count - $0 <= 17 ? $0 : nil }
        let suffix = Array((number == 1 ? "" : " (\(number))").utf8) + bytes[(dot ?? bytes.count)...]
        let stem = bytes[..<(dot ?? bytes.count)]
        return Array(cut(stem, to: limit - suffix.count)) + suffix
    }

    /// Cuts before a character, and not in it.
    private static func cut(_ stem: ArraySlice<UInt8>, to length: Int) -> ArraySlice<UInt8> {
        guard stem.count > length else { return stem }
        var end = stem.startIndex + length
        while end > stem.startIndex, stem[end] & 0xC0 == 0x80 { end -= 1 }
        return stem[..<end]
    }
}
