import CZip
import ImportCore

/// What an archive is by the files in it. It is a book or an office document when the files are there without which
/// no program opens one, and when these are well-formed XML; a plain archive otherwise.
enum ArchiveKind {
    private static var zip: ZIPLibrary { ZIPLibrary.shared! }
    /// How much of a file's XML is looked at.
    private static let limit = 64 << 20

    /// EPUB and OpenDocument say what they are in a file, EPUB also by another; Office Open XML by the files that it has.
    static func of(_ archive: OpaquePointer) -> ContentType {
        switch statedType(archive) {
        case .epub: isBook(archive) ? .epub : .zip
        case let type? where [.openText, .openSpreadsheet, .openPresentation].contains(type):
            isXML(archive, "content.xml") ? type : .zip
        default: isBook(archive) ? .epub : office(archive) ?? .zip
        }
    }

    private static func statedType(_ archive: OpaquePointer) -> ContentType? {
        var content: [UInt8] = []
        let isRead = read(archive, "mimetype") { bytes in
            content += bytes.prefix(128 - content.count)
            return content.count < 128
        }
        guard isRead else { return nil }
        return ContentType(rawValue: String(decoding: content.filter { $0 > 0x20 }, as: UTF8.self))
    }

    private static func isBook(_ archive: OpaquePointer) -> Bool {
        guard let roots = elements("rootfile", of: archive, "META-INF/container.xml") else { return false }
        return roots.contains { $0.attributes["full-path"].map { isXML(archive, $0) } ?? false }
    }

    private static let mainParts: [(String, ContentType)] = [
        ("word/document.xml", .word), ("xl/workbook.xml", .spreadsheet), ("ppt/presentation.xml", .presentation),
    ]

    private static func office(_ archive: OpaquePointer) -> ContentType? {
        guard let types = elements("Override", of: archive, "[Content_Types].xml"), isXML(archive, "_rels/.rels")
        else { return nil }
        if let part = mainParts.first(where: { isXML(archive, $0.0) }) { return part.1 }
        // Some programs call it otherwise, such as word/document2.xml.
        for type in types where type.attributes["ContentType"]?.hasSuffix(".main+xml") == true {
            guard let name = type.attributes["PartName"], isXML(archive, String(name.drop { $0 == "/" })),
                let part = mainParts.first(where: { name.hasPrefix("/\($0.0.prefix { $0 != "/" })/") })
            else { continue }
            return part.1
        }
        return nil
    }

    private static func isXML(_ archive: OpaquePointer, _ name: String) -> Bool {
        XMLReading().map { isWellFormed(archive, name, $0) } ?? true
    }

    /// - Returns: the elements of that name; nil where there is no such file, or one that isn't well-formed.
    private static func elements(
        _ element: String, of archive: OpaquePointer, _ name: String
    ) -> [XMLReading.Element]? {
        guard let reading = XMLReading(keeping: [element]), isWellFormed(archive, name, reading) else { return nil }
        return reading.elements
    }

    private static func isWellFormed(_ archive: OpaquePointer, _ name: String, _ reading: XMLReading) -> Bool {
        var isSound = true
        var length = 0
        let isRead = read(archive, name) { bytes in
            isSound = reading.add(bytes)
            length += bytes.count
            return isSound && length < limit
        }
        return isRead && isSound && (length >= limit || reading.finish())
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
