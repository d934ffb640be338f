/// What a document's first bytes say that it is. It takes a validator to know.
package enum ContentSignature: Hashable, Sendable {
    case pdf
    case png
    case jpeg
    case heif
    /// ZIP, and all that is made of it: EPUB, office documents.
    case zip
    case html
    case text

    /// How many bytes a signature may need.
    package static let length = 4096

    /// - Parameter head: the first `length` bytes, or all of a shorter document.
    package init?(head: UnsafeRawBufferPointer) {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: "PK\u{3}\u{4}".utf8) || head.starts(with: "PK\u{5}\u{6}".utf8) {
            self = .zip
        } else if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8), Self.isHEIFBrand(head[8..<12]) {
            self = .heif
        } else if Self.holdsPDFHeader(head) {
            self = .pdf
        } else if let text = Self(textHead: head) {
            self = text
        } else {
            return nil
        }
    }

    /// What the bytes are as text, if they are.
    package init?(textHead head: UnsafeRawBufferPointer) {
        guard TextForm(head, isWhole: head.count < Self.length) != nil else { return nil }
        self = Self.beginsAsHTML(head) ? .html : .text
    }

    /// Readers accept a header anywhere in the first 1024 bytes (ISO 32000, annex H of its first edition).
    private static func holdsPDFHeader(_ head: UnsafeRawBufferPointer) -> Bool {
        let mark = Array("%PDF-".utf8)
        let end = min(head.count, 1024) - mark.count
        guard end >= 0 else { return false }
        return (0...end).contains { head[$0] == mark[0] && head[$0..<($0 + mark.count)].elementsEqual(mark) }
    }

    private static func isHEIFBrand(_ brand: Slice<UnsafeRawBufferPointer>) -> Bool {
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains { brand.elementsEqual($0.utf8) }
    }

    private static func beginsAsHTML(_ head: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: head.prefix(512), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let start = text.prefix(64).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}
