/// What a validator says of a staged copy.
public enum DocumentVerdict: Hashable, Sendable {
    /// A sound document.
    case valid(ContentType)
    /// A document that opens, though only because its parser mends it; with what it complained about.
    case repaired(ContentType, String)
    /// A document that can't be judged without its password.
    case locked(ContentType)
    /// Not a document of the type that its first bytes or its name claim; with the reason.
    case invalid(String)
    /// Bytes that no validator knows.
    case unknown
    /// The parser crashed or went over its limits; with what happened.
    case unsafe(String)
}

/// How an entry's document came in.
public enum ImportOutcome: String, CaseIterable, Sendable {
    case imported
    /// The document is damaged and opens only because parsers mend it.
    case repaired
    /// The document needs a password, so that its content couldn't be judged.
    case locked
}
