/// Why something that an import needs didn't work, without the phase: what the parts of an importer throw.
/// `ImportRun` adds the phase and the document, and throws an `ImportFailure`.
public struct ImportProblem: Error, Hashable, Sendable {
    /// What kind of failure it is. Access, incomplete content and invalid content are different things, and call for
    /// different answers; a deadline is never the user's cancel.
    public enum Kind: String, CaseIterable, Sendable {
        /// The item exists, and we may not read it.
        case access
        /// The provider answers with an error, or not at all.
        case unavailable
        /// The item is no longer where it was: moved, renamed or deleted.
        case missing
        /// The item is a folder, a pipe, a device, a link out of its provider: not a file.
        case notAFile = "not-a-file"
        /// The bytes that came aren't all of the document.
        case incomplete
        /// The document changed while it was being copied, so that the copy may be no version of it.
        case changed
        /// The document holds no byte.
        case empty
        /// The bytes aren't a document of their type.
        case invalid
        /// The type isn't one that the importer knows, and unknown types weren't asked for.
        case unknownType = "unknown-type"
        /// The document made its parser crash or exceed its limits.
        case unsafe
        /// The document opens only with repairs, and repaired documents weren't asked for.
        case damaged
        /// The document needs a password, and locked documents weren't asked for.
        case locked
        /// The provider made no progress for too long.
        case deadline
        /// The person changed their mind.
        case cancelled
        /// The library's disk or database failed.
        case storage
        /// Another process holds the library.
        case busy
        /// A bug or a broken installation.
        case `internal`
    }

    /// What the person can do about it.
    public enum Remedy: String, CaseIterable, Sendable {
        /// The same import may succeed later.
        case retry
        /// The document has to be picked again.
        case pickAgain = "pick-again"
        /// Nothing that this program could name.
        case none
    }

    public let kind: Kind
    /// One clause in plain words, without the document's name and without a full stop.
    public let cause: String
    public let remedy: Remedy

    public init(_ kind: Kind, _ cause: String, remedy: Remedy? = nil) {
        self.kind = kind
        self.cause = cause
        self.remedy = remedy ?? kind.usualRemedy
    }
}

extension ImportProblem.Kind {
    /// The remedy where the cause gives no better one.
    public var usualRemedy: ImportProblem.Remedy {
        switch self {
        case .unavailable, .incomplete, .changed, .deadline, .busy, .storage: .retry
        case .access, .missing: .pickAgain
        case .notAFile, .empty, .invalid, .unknownType, .unsafe, .damaged, .locked, .cancelled, .internal: .none
        }
    }
}
