/// The library's own name for an entry: never derived from the document's name, never used twice.
public struct EntryID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// What is known of an import before its first byte is copied.
public struct ImportCandidate: Hashable, Sendable {
    public var displayName: DisplayName
    /// Where the document was picked, for the entry's history and for resuming a batch: never opened again.
    public var origin: String
    public var attributes: SourceAttributes

    public init(displayName: DisplayName, origin: String, attributes: SourceAttributes) {
        self.displayName = displayName
        self.origin = origin
        self.attributes = attributes
    }

    /// The type that the document's name claims.
    public var claimedType: ContentType? {
        displayName.claimedExtension.flatMap(ContentType.init(claimedExtension:))
    }
}

/// What an import found out, and what its entry records.
public struct ImportResult: Hashable, Sendable {
    /// Relative to the library, so that the library can be moved.
    public var path: String
    public var size: Int64
    /// Lowercase hexadecimal SHA-256 of the document's bytes.
    public var sha256: String
    public var contentType: ContentType
    public var outcome: ImportOutcome
    /// What the validator complained about, for a repaired document; and what else a person may want to know.
    public var note: String?

    public init(
        path: String, size: Int64, sha256: String, contentType: ContentType, outcome: ImportOutcome,
        note: String? = nil
    ) {
        self.path = path
        self.size = size
        self.sha256 = sha256
        self.contentType = contentType
        self.outcome = outcome
        self.note = note
    }
}

/// A document in the library.
public struct ImportEntry: Hashable, Sendable {
    public let id: EntryID
    public let displayName: DisplayName
    public let result: ImportResult

    public init(id: EntryID, displayName: DisplayName, result: ImportResult) {
        self.id = id
        self.displayName = displayName
        self.result = result
    }
}
