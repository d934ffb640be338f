/// What the importer asks its validator process, with the document as a descriptor.
package struct ValidationRequest: Hashable, Sendable {
    /// Whether the parser may mend the document.
    package var mayRepair: Bool
    package var claimed: ContentType?

    package static let limit = 256

    package init(mayRepair: Bool, claimed: ContentType?) {
        self.mayRepair = mayRepair
        self.claimed = claimed
    }

    package var message: [UInt8] { Array("\(mayRepair ? "repair" : "strict")\t\(claimed?.rawValue ?? "")".utf8) }

    package init?(message: [UInt8]) {
        let parts = String(decoding: message, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 2, ["repair", "strict"].contains(parts[0]) else { return nil }
        self.init(mayRepair: parts[0] == "repair", claimed: ContentType(rawValue: String(parts[1])))
    }
}

/// What it answers.
package struct ValidationReply: Hashable, Sendable {
    package enum Finding: String, Sendable {
        case valid
        /// Not sound; a second pass that may repair will tell whether it opens.
        case damaged
        case locked
        case invalid
        case unknown
        case unsafe
        /// The copy can't be read: its disk failed, which says nothing of the document.
        case unreadable
        /// This computer had no memory, descriptor or process left for the look: the detail says which.
        case busy
        /// The parser could not be confined, so that it was not let loose on the document.
        case unconfined
    }

    package var finding: Finding
    package var type: ContentType?
    package var detail: String

    package static let limit = 1024

    /// What is said of nearly every document, made once: a forked process pays for each page of code that it touches.
    private static let soundPDF = ValidationReply(.valid, .pdf)
    private static let soundPDFMessage = Array("\(Finding.valid.rawValue)\t\(ContentType.pdf.rawValue)\t".utf8)

    package init(_ finding: Finding, _ type: ContentType? = nil, _ detail: String = "") {
        self.finding = finding
        self.type = type
        self.detail = detail
    }

    /// The detail may come from a hostile document: one line, printable, and short.
    package var message: [UInt8] {
        if self == .soundPDF { return Self.soundPDFMessage }
        let printable = detail.isEmpty ? "" : DisplayName(detail).printable.prefix(200)
        return Array("\(finding.rawValue)\t\(type?.rawValue ?? "")\t\(printable)".utf8.prefix(Self.limit))
    }

    package init?(message: [UInt8]) {
        let text = String(decoding: message, as: UTF8.self)
        let parts = text.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let finding = Finding(rawValue: String(parts[0])) else { return nil }
        self.init(finding, ContentType(rawValue: String(parts[1])), String(parts[2]))
    }
}
