/// What a document is, as told by its bytes.
public enum ContentType: String, CaseIterable, Sendable {
    case pdf = "application/pdf"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case heif = "image/heic"
    case epub = "application/epub+zip"
    case zip = "application/zip"
    case word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case presentation = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    case openText = "application/vnd.oasis.opendocument.text"
    case openSpreadsheet = "application/vnd.oasis.opendocument.spreadsheet"
    case openPresentation = "application/vnd.oasis.opendocument.presentation"
    case plainText = "text/plain"
    case markdown = "text/markdown"
    case html = "text/html"
    /// None of these; kept only where the importer was told to.
    case unknown = "application/octet-stream"

    /// The extension of the name under which such a document is stored.
    public var fileExtension: String {
        switch self {
        case .pdf: "pdf"
        case .png: "png"
        case .jpeg: "jpg"
        case .heif: "heic"
        case .epub: "epub"
        case .zip: "zip"
        case .word: "docx"
        case .spreadsheet: "xlsx"
        case .presentation: "pptx"
        case .openText: "odt"
        case .openSpreadsheet: "ods"
        case .openPresentation: "odp"
        case .plainText: "txt"
        case .markdown: "md"
        case .html: "html"
        case .unknown: "bin"
        }
    }

    /// Whether nearly any bytes without control characters would pass as this type, so that the name has to agree:
    /// a web page that a provider serves in place of a PDF is fine text.
    public var isText: Bool {
        switch self {
        case .plainText, .markdown, .html: true
        default: false
        }
    }

    /// Whether it is a ZIP archive with certain files in it, so that what is any other archive is not that type.
    var isArchive: Bool {
        switch self {
        case .epub, .word, .spreadsheet, .presentation, .openText, .openSpreadsheet, .openPresentation: true
        default: false
        }
    }

    /// The type that a name's extension claims, or nil.
    public init?(claimedExtension: String) {
        switch claimedExtension {
        case "jpeg", "jpe": self = .jpeg
        case "heif": self = .heif
        case "markdown": self = .markdown
        case "htm", "xhtml": self = .html
        case "text", "log", "csv", "tsv": self = .plainText
        case "bin": return nil
        default:
            guard let type = Self.allCases.first(where: { $0.fileExtension == claimedExtension }) else { return nil }
            self = type
        }
    }
}
