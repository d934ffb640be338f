import ProviderConfiguration
import Reporting
import Trace

/// What a trial left behind, and nothing that the importer could have made up: the provider's trace, the library's
/// files, and what the importer lists. Judging is a pure function of it.
package struct Witnesses: Sendable {
    package var plan: ProviderPlan
    package var documents: [TrialDocument]
    package var attempts: [Attempt]
    package var references: [ReferenceWitness] = []
    package var snapshots: [LibrarySnapshot]
    package var trace: [TraceEvent]
    /// How long one import may take.
    package var bound: Duration
    /// Whether all rules were lifted before the last tries.
    package var lifted: Bool
    /// The processes that belong to the trial itself: what they do at the provider is no importer's deed.
    package var harness: Set<Int32>
    /// Files that were left in the trial's own TMPDIR, and what else lies outside the library.
    package var strayFiles: [String]
    /// Files that a clean import and recover of this importer leave beside its entries.
    package var baseline: Set<String>

    package init(
        plan: ProviderPlan, documents: [TrialDocument] = [], attempts: [Attempt] = [],
        snapshots: [LibrarySnapshot] = [], trace: [TraceEvent] = [], bound: Duration = .seconds(30),
        lifted: Bool = false, harness: Set<Int32> = [], strayFiles: [String] = [], baseline: Set<String> = []
    ) {
        self.plan = plan
        self.documents = documents
        self.attempts = attempts
        self.snapshots = snapshots
        self.trace = trace
        self.bound = bound
        self.lifted = lifted
        self.harness = harness
        self.strayFiles = strayFiles
        self.baseline = baseline
    }
}

/// A document that a trial laid out at the provider.
package struct TrialDocument: Codable, Hashable, Sendable {
    package var path: String
    package var type: String
    package var size: Int64
    /// Lowercase hexadecimal SHA-256 of what was laid out: the item's first version.
    package var sha256: String
    /// Whether it is a whole document of its type, so that a right importer takes it when nothing is in the way.
    package var isValid: Bool

    package init(path: String, type: String, size: Int64, sha256: String, isValid: Bool) {
        self.path = path
        self.type = type
        self.size = size
        self.sha256 = sha256
        self.isValid = isValid
    }
}

/// One import that was tried.
package struct Attempt: Codable, Hashable, Sendable {
    /// The document's path when the trial began, by which it is known throughout.
    package var document: String
    /// Where it was picked.
    package var pickedPath: String
    package var pick: TrialStep.Pick
    /// What the copy that the picker made is called, where it made one: a rule may rename the original before.
    package var copyName: String?
    /// The user cancelled.
    package var isCancelled: Bool
    /// The trial killed it, or a rule did.
    package var wasKilled: Bool
    /// All rules had been lifted.
    package var afterLift: Bool
    /// Whether other imports ran at the same time.
    package var isConcurrent: Bool
    /// Nanoseconds since the mount, from start to end.
    package var startedAt: Int64
    package var endedAt: Int64
    /// The trace's events of this time, by sequence number.
    package var firstEvent: UInt64
    package var lastEvent: UInt64
    package var result: ImportResult
    /// Processes that it left running.
    package var strayProcesses: [String]
    /// It was ended since it had written more than a trial has room for.
    package var wroteTooMuch = false
    /// What happened to its library meanwhile, or to what it had added there, other than by its own doing.
    package var libraryFault: String?
    /// The picker refused, with this reason: nothing was imported.
    package var pickFailure: String?
    /// SHA-256 of what the provider served to the trial itself right after, once rules were lifted; nil: not asked, or
    /// the item is gone.
    package var servedAfterLift: String?
    /// What those bytes look like.
    package var servedType: String?

    package init(
        document: String, pickedPath: String, pick: TrialStep.Pick = .document, isCancelled: Bool = false,
        wasKilled: Bool = false, afterLift: Bool = false, isConcurrent: Bool = false, startedAt: Int64 = 0,
        endedAt: Int64 = 0, firstEvent: UInt64 = 0, lastEvent: UInt64 = 0, result: ImportResult,
        strayProcesses: [String] = [], libraryFault: String? = nil, pickFailure: String? = nil,
        servedAfterLift: String? = nil,
        servedType: String? = nil
    ) {
        self.document = document
        self.pickedPath = pickedPath
        self.pick = pick
        self.isCancelled = isCancelled
        self.wasKilled = wasKilled
        self.afterLift = afterLift
        self.isConcurrent = isConcurrent
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.firstEvent = firstEvent
        self.lastEvent = lastEvent
        self.result = result
        self.strayProcesses = strayProcesses
        self.libraryFault = libraryFault
        self.pickFailure = pickFailure
        self.servedAfterLift = servedAfterLift
        self.servedType = servedType
    }

    package var duration: Duration { .nanoseconds(endedAt - startedAt) }
}

/// The library at one moment: what `list` prints, and what is on disk.
package struct LibrarySnapshot: Codable, Hashable, Sendable {
    /// Which attempt it follows; nil: another step.
    package var afterAttempt: Int?
    /// A new process listed it, after recover.
    package var isAfterRelaunch: Bool
    package var listing: [ListedEntry]
    /// Why listing failed, nil where it didn't.
    package var listFailure: String?
    /// Why recover failed, nil where it didn't.
    package var recoverFailure: String?
    package var files: [LibraryFile]

    package init(
        afterAttempt: Int? = nil, isAfterRelaunch: Bool = false, listing: [ListedEntry] = [],
        listFailure: String? = nil, recoverFailure: String? = nil, files: [LibraryFile] = []
    ) {
        self.afterAttempt = afterAttempt
        self.isAfterRelaunch = isAfterRelaunch
        self.listing = listing
        self.listFailure = listFailure
        self.recoverFailure = recoverFailure
        self.files = files
    }

    package var available: [ListedEntry] { listing.filter(\.isAvailable) }

    /// The file of an entry, by the path that the importer lists.
    package func file(of entry: ListedEntry) -> LibraryFile? {
        files.first { $0.path.isPath(entry.path) }
    }
}

/// A line of the importer's `list`.
package struct ListedEntry: Codable, Hashable, Sendable {
    package var id: String
    package var state: String
    package var path: String
    package var displayName: String?
    /// Of a reference: where its item is found.
    package var reference: String?

    package init(
        id: String, state: String, path: String, displayName: String? = nil, reference: String? = nil
    ) {
        self.reference = reference
        self.id = id
        self.state = state
        self.path = path
        self.displayName = displayName
    }

    package var isAvailable: Bool { state == "available" }
    package var isReference: Bool { state == "reference" }
}

/// A file in the library's folder.
package struct LibraryFile: Codable, Hashable, Sendable {
    /// Relative to the library.
    package var path: String
    package var size: Int64
    /// nil for what isn't a regular file.
    package var sha256: String?
    /// What the bytes look like: PDF, HTML, empty, data.
    package var type: String

    package init(path: String, size: Int64, sha256: String?, type: String) {
        self.path = path
        self.size = size
        self.sha256 = sha256
        self.type = type
    }
}
