import FoundationEssentials
import ImportCore
import Importer

/// An entry of a library as a line of JSON.
struct EntryRecord: Encodable {
    var id: String
    var state: String
    var path: String?
    var displayName: String
    /// The name's bytes in base64, where they aren't UTF-8.
    var displayNameBytes: String?
    var size: Int64?
    var sha256: String?
    var contentType: String?
    var claimedType: String?
    var outcome: String?
    var note: String?
    var origin: String?
    var importedAt: String?
    /// Where a reference's item is now.
    var reference: ReferenceRecord?

    init(_ entry: LibraryEntry, _ reference: ReferenceStatus? = nil) {
        id = entry.id.rawValue
        state = entry.state.rawValue
        path = entry.path
        displayName = entry.displayName.text
        displayNameBytes = entry.displayName.base64IfIllFormed
        size = entry.size
        sha256 = entry.sha256
        contentType = entry.contentType?.rawValue
        claimedType = entry.claimedType?.rawValue
        outcome = entry.outcome?.rawValue
        note = entry.note
        origin = entry.origin
        importedAt = entry.importedAt.map { Date(timeIntervalSince1970: Double($0) / 1000).formatted(.iso8601) }
        self.reference = reference.map(ReferenceRecord.init)
    }

    /// An entry that has just been imported.
    init(_ entry: ImportEntry) {
        id = entry.id.rawValue
        state = LibraryEntry.State.available.rawValue
        path = entry.result.path
        displayName = entry.displayName.text
        displayNameBytes = entry.displayName.base64IfIllFormed
        size = entry.result.size
        sha256 = entry.result.sha256
        contentType = entry.result.contentType.rawValue
        claimedType = entry.displayName.claimedExtension.flatMap(ContentType.init(claimedExtension:))?.rawValue
        outcome = entry.result.outcome.rawValue
        note = entry.result.note
    }
}

/// What resolving a reference told, as part of an entry's line of JSON.
struct ReferenceRecord: Encodable {
    var state: String
    var path: String?
    var pathBytes: String?
    var cause: String?
    var remedy: String?

    init(_ status: ReferenceStatus) {
        state = status.state.rawValue
        path = status.path?.text
        pathBytes = status.path?.base64IfIllFormed
        cause = status.cause
        remedy = status.remedy?.rawValue
    }
}

/// A failed import as a line of JSON: what a harness judges.
struct FailureRecord: Encodable {
    var outcome: String
    var displayName: String
    var displayNameBytes: String?
    var phase: String
    var kind: String
    var cause: String
    var retryable: Bool
    var remedy: String

    init(_ failure: ImportFailure) {
        outcome =
            switch failure.kind {
            case .cancelled: "cancelled"
            case .empty: "empty"
            default: "failed"
            }
        displayName = failure.document.text
        displayNameBytes = failure.document.base64IfIllFormed
        phase = failure.phase.rawValue
        kind = failure.kind.rawValue
        cause = failure.cause
        retryable = failure.isRetryable
        remedy = failure.remedy.rawValue
    }
}

extension DisplayName {
    fileprivate var base64IfIllFormed: String? {
        isWellFormed ? nil : Data(bytes).base64EncodedString()
    }
}
