/// A document of a generated trial: where it stands and how it is made, so that it can be made again anywhere.
package struct DocumentRecipe: Codable, Hashable, Sendable {
    package var path: String
    package var content: Content
    /// Its content isn't at the device yet.
    package var isDataless: Bool
    /// Makes documents of one kind differ.
    package var variant: UInt64

    package init(path: String, content: Content, isDataless: Bool = false, variant: UInt64 = 0) {
        self.path = path
        self.content = content
        self.isDataless = isDataless
        self.variant = variant
    }

    package enum Content: Codable, Hashable, Sendable {
        /// A valid PDF of about this many bytes.
        case pdf(bytes: Int)
        /// The first part of such a PDF.
        case cutPDF(bytes: Int, percent: Int)
        /// A web page under the name of a document, as a failed download leaves it.
        case html
        /// Bytes that are no document.
        case noise(bytes: Int)
        case empty

        /// Whether a right importer takes it.
        package var isValid: Bool {
            if case .pdf = self { true } else { false }
        }
    }
}
