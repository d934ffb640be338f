/// What an importer keeps. The default takes everything that a person could open.
public struct ImportPolicy: Hashable, Sendable {
    /// Whether documents are kept that open only with repairs. Without it, they fail as damaged.
    public var keepsRepaired: Bool
    /// Whether documents are kept that need a password. Without it, they fail as locked.
    public var keepsLocked: Bool
    /// Whether bytes are kept that are no known type of document.
    public var keepsUnknownTypes: Bool

    public init(keepsRepaired: Bool = true, keepsLocked: Bool = true, keepsUnknownTypes: Bool = false) {
        self.keepsRepaired = keepsRepaired
        self.keepsLocked = keepsLocked
        self.keepsUnknownTypes = keepsUnknownTypes
    }

    /// The type and outcome under which the document is kept.
    /// - Parameter claimed: the type that the document's name claims, if any.
    /// - Throws: `ImportProblem` when it isn't kept.
    func outcome(
        of verdict: DocumentVerdict, claimed: ContentType?
    ) throws(ImportProblem) -> (ContentType, ImportOutcome) {
        switch verdict {
        case .valid(let type):
            return (try agreed(type, claimed), .imported)
        case .repaired(let type, let complaint):
            guard keepsRepaired else {
                throw ImportProblem(.damaged, "the document is damaged (\(complaint))")
            }
            return (type, .repaired)
        case .locked(let type):
            guard keepsLocked else { throw ImportProblem(.locked, "the document is locked with a password") }
            return (type, .locked)
        case .invalid(let reason):
            throw ImportProblem(.invalid, reason)
        case .unknown:
            if let claimed {
                throw ImportProblem(.invalid, "the content is not \(claimed.article), as the name says")
            }
            guard keepsUnknownTypes else {
                throw ImportProblem(.unknownType, "the content is no type of document that is known here")
            }
            return (.unknown, .imported)
        case .unsafe(let reason):
            throw ImportProblem(.unsafe, "the document was rejected as unsafe, since \(reason)")
        }
    }

    private func agreed(_ found: ContentType, _ claimed: ContentType?) throws(ImportProblem) -> ContentType {
        if found == .zip, let claimed, claimed.isArchive {
            throw ImportProblem(
                .invalid, "the content is a ZIP archive without the parts that make it \(claimed.article)")
        }
        guard found.isText, let claimed else { return found }
        guard claimed.isText else {
            throw ImportProblem(
                .invalid, "the content is \(found == .html ? "a web page" : "text") and not \(claimed.article)")
        }
        return claimed
    }
}

extension ContentType {
    fileprivate var article: String {
        switch self {
        case .pdf: "a PDF"
        case .png: "a PNG image"
        case .jpeg: "a JPEG image"
        case .heif: "a HEIF image"
        case .epub: "an EPUB book"
        case .zip: "a ZIP archive"
        case .word, .openText: "a text document"
        case .spreadsheet, .openSpreadsheet: "a spreadsheet"
        case .presentation, .openPresentation: "a presentation"
        case .plainText, .markdown: "text"
        case .html: "a web page"
        case .unknown: "a document"
        }
    }
}
