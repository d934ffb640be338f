import FaultInjection
import ProviderModel

/// What one or several provider-configs say, checked: how a provider begins, what it does wrong, and what a right
/// importer makes of it.
package struct ProviderPlan: Hashable, Sendable {
    /// The provider's name, shown as the source category.
    package var provider: String
    package var about: String?
    /// Public reports that this reproduces.
    package var reported: [String] = []
    package var seed: UInt64 = 1
    package var scope: Scope = .required
    package var profile: Profile = .strict
    /// How many security scopes a process may hold at once.
    package var grantLimit = 2000
    /// How items start; the first match wins.
    package var items: [ItemRule] = []
    package var rules: [Rule] = []
    /// What a trial puts into the source beside its usual documents.
    package var documents: [DocumentRequest] = []
    /// How a trial picks.
    package var pick: PickMode = .document
    /// What a trial does between the import and the relaunch.
    package var relaunch: [RelaunchChange] = []
    /// What a right importer does, document by document; the first match wins.
    package var expectations: [Expectation] = []

    /// The documents of every trial that isn't given others.
    package static let usualDocuments = ["Report.pdf", "Invoices/Invoice 2026-01.pdf"]

    /// A plain mirror: no rule, no scope.
    package static let mirror = ProviderPlan(provider: "mirror", scope: .none)

    package init(provider: String, scope: Scope = .required) {
        self.provider = provider
        self.scope = scope
    }

    package enum Scope: String, CaseIterable, Hashable, Sendable {
        case required
        case none
    }

    /// How strict the system is where Apple's documents leave it open (file-access-semantics).
    package enum Profile: String, CaseIterable, Hashable, Sendable {
        /// Without scope neither stat nor listing works; one stop ends all starts (a4, a12).
        case strict
        /// Without scope stat and listing work, only open fails; starts nest; resolving a bookmark grants access already
        /// (a4, a12, a17).
        case lax
        /// Lax, and bookmarks need the options for security scopes (a15).
        case mac
    }

    /// How the first item that matches starts, or nil: materialized.
    package func itemRule(for path: String) -> ItemRule? {
        items.first { $0.match.matches(path) }
    }

    /// Whether a trial imports it: what an expectation is about, or anything where there is none.
    package func concerns(_ document: String) -> Bool { expectations.isEmpty || expectation(for: document) != nil }

    package func expectation(for document: String) -> Expectation? {
        expectations.first { $0.document.matches(document) }
    }
}

/// How the items that match start.
package struct ItemRule: Hashable, Sendable {
    package var match: PathPattern
    package var state: State = .materialized
    package var download = Download()

    package init(match: PathPattern, state: State = .materialized, download: Download = Download()) {
        self.match = match
        self.state = state
        self.download = download
    }

    package enum State: String, CaseIterable, Hashable, Sendable {
        case materialized
        case dataless
    }

    package struct Download: Hashable, Sendable {
        /// Before the first byte.
        package var latency: Duration = .zero
        /// Shared by all downloads under this rule; nil: no limit.
        package var bandwidth: Rate?

        package init(latency: Duration = .zero, bandwidth: Rate? = nil) {
            self.latency = latency
            self.bandwidth = bandwidth
        }
    }
}

/// What a right importer does with the documents that match.
package struct Expectation: Hashable, Sendable {
    package var document: PathPattern
    package var outcome: Outcome
    package var phase: Phase?
    package var isRetryable: Bool?
    /// What a second try gives, where it differs.
    package var retry: Outcome?
    /// Where an importer that keeps references finds the document after a relaunch; nil: a trial keeps none of it.
    package var reference: ReferenceState?

    package init(
        document: PathPattern, outcome: Outcome, phase: Phase? = nil, isRetryable: Bool? = nil, retry: Outcome? = nil,
        reference: ReferenceState? = nil
    ) {
        self.document = document
        self.outcome = outcome
        self.phase = phase
        self.isRetryable = isRetryable
        self.retry = retry
        self.reference = reference
    }

    package enum Outcome: String, CaseIterable, Hashable, Sendable {
        case imported
        case repaired
        case locked
        case empty
        case failed
        case cancelled
    }

    package enum Phase: String, CaseIterable, Hashable, Sendable {
        case authorize
        case coordinate
        case stage
        case validate
        case publish
        case commit
    }

    /// What a reference's item is found to be.
    package enum ReferenceState: String, CaseIterable, Hashable, Sendable {
        case available
        case moved
        case inTrash = "in-trash"
        case needsAuthorization = "needs-authorization"
        case unavailable
    }
}

/// A document that a trial needs beside its usual ones.
package struct DocumentRequest: Hashable, Sendable {
    /// Where it stands in the source, any name that Linux can have.
    package var path: String
    package var content: Content
    /// They are kept in memory.
    package static let sizeLimit = ByteCount(256 << 20)

    package init(path: String, content: Content) {
        self.path = path
        self.content = content
    }

    package enum Content: Hashable, Sendable {
        /// A copy of one of the trial's usual documents, by path.
        case copy(of: String)
        /// A valid PDF of about this size.
        case pdf(ByteCount)
        /// So many bytes that are no document; 0: an empty file.
        case bytes(ByteCount)
        /// A folder; with a document in it, a package.
        case folder
    }
}

/// How a trial picks what it imports.
package enum PickMode: String, CaseIterable, Hashable, Sendable {
    /// Each document by itself.
    case document
    /// The folder that the documents are in, and its children by that grant.
    case folder
    /// As a temporary copy.
    case copy
    /// Each document twice, the second import while the first runs.
    case twice
    /// Each document, then the user cancels.
    case cancel
    /// A URL that was rebuilt from the path: no scope.
    case rebuilt
}

/// What a trial does between the import and the relaunch, beyond moving the original away.
package enum RelaunchChange: String, CaseIterable, Hashable, Sendable {
    case moveLibrary = "move-library"
    case moveOriginal = "move-original"
    case deleteOriginal = "delete-original"
    case purgeInbox = "purge-inbox"
}
