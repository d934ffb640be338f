import CZip
import ImportCore

/// What an archive is by the files in it. It is a book or an office document when the files are there without which
/// no program opens one, and when these begin and end as XML does; a plain archive otherwise.
enum ArchiveKind {
    private static var zip: ZIPLibrary { ZIPLibrary.shared! }

    /// EPUB and OpenDocument say what they are in a file, EPUB also by another; Office Open XML by the files that it has.
    static func of(_ archive: OpaquePointer) -> ContentType {
        let stated = text(archive, "mimetype", limit: 128).map { String($0.filter { $0.asciiValue ?? 0 > 0x20 }) }
        switch stated.flatMap(ContentType.init(rawValue:)) {
        case .epub: return isBook(archive) ? .epub : .zip
        case let type? where [.openText, .openSpreadsheet, .openPresentation].contains(type):
            return isXML(archive, "content.xml") ? type : .zip
        default: return isBook(archive) ? .epub : office(archive) ?? .zip
        }
    }

    private static func isBook(_ archive: OpaquePointer) -> Bool {
        let container = "META-INF/container.xml"
        guard isXML(archive, container), let text = text(archive, container, limit: 64 << 10) else { return false }
        return values(of: "full-path", in: text[...]).contains { isXML(archive, $0) }
    }

    private static let mainParts: [(String, ContentType)] = [
        ("word/document.xml", .word), ("xl/workbook.xml", .spreadsheet), ("ppt/presentation.xml", .presentation),
    ]

    private static func office(_ archive: OpaquePointer) -> ContentType? {
        let types = "[Content_Types].xml"
        guard isXML(archive, types), isXML(archive, "_rels/.rels") else { return nil }
        if let part = mainParts.first(where: { isXML(archive, $0.0) }) { return part.1 }
        // Some programs call it otherwise, such as word/document2.xml.
        guard let text = text(archive, types, limit: 1 << 20) else { return nil }
        for element in text.split(separator: "<") where element.hasPrefix("Override") {
            guard let type = values(of: "ContentType", in: element).first, type.hasSuffix(".main+xml"),
                let name = values(of: "PartName", in: element).first, isXML(archive, String(name.drop { $0 == "/" })),
                let part = mainParts.first(where: { name.hasPrefix("/\($0.0.prefix { $0 != "/" })/") })
            else { continue }
            return part.1
        }
        return nil
    }

    /// The values of an attribute.
    private static func values(of attribute: String, in text: Substring) -> [String] {
        var values: [String] = []
        var rest = text
        while let found = rest.firstRange(of: attribute) {
            rest = rest[found.upperBound...].drop { $0.isWhitespace }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0.isWhitespace }
            guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
            rest = rest.dropFirst()
            values.append(String(rest.prefix { $0 != quote }))
        }
        return values
    }

    /// Whether a file begins with `<` and ends with `>`, but for white space and a mark of its encoding.
    private static func isXML(_ archive: OpaquePointer, _ name: String) -> Bool {
        var (first, last): (UInt8?, UInt8?) = (nil, nil)
        var isWide: Bool?
        let isRead = read(archive, name) { bytes in
            let hasZeros = isWide ?? (bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]))
            isWide = hasZeros
            func isInk(_ byte: UInt8) -> Bool {
                ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFF, 0xFE].contains(byte) && !(hasZeros && byte == 0)
            }
            first = first ?? bytes.first(where: isInk)
            last = bytes.last(where: isInk) ?? last
            return true
        }
        return isRead && first == UInt8(ascii: "<") && last == UInt8(ascii: ">")
    }

    private static func text(_ archive: OpaquePointer, _ name: String, limit: Int) -> String? {
        var content: [UInt8] = []
        let isRead = read(archive, name) { bytes in
            content += bytes.prefix(limit - content.count)
            return content.count < limit
        }
        return isRead ? String(decoding: content, as: UTF8.self) : nil
    }

    /// Gives a file's bytes piece by piece, until the body returns false.
    /// - Returns: false when there is no such file, or when it can't be read.
    private static func read(
        _ archive: OpaquePointer, _ name: String, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        guard let file = zip.fopen(archive, name, 0) else { return false }
        defer { _ = zip.fclose(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
            while true {
                let count = zip.fread(file, buffer.baseAddress, UInt64(buffer.count))
                guard count > 0 else { return count == 0 }
                guard body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)])) else { return true }
            }
        }
    }
}
