/// One line of a trace: something that reached the provider, that a rule did, or that somebody asked for over the
/// control socket. A field that doesn't apply is nil, and absent from the line. Tokens of scopes are never recorded.
package struct TraceEvent: Hashable, Sendable {
    /// What kind of thing happened; it says which fields to expect.
    package enum Kind: String, Sendable, CaseIterable {
        /// A file-system operation was answered.
        case operation = "op"
        /// A rule fired.
        case fault
        /// A download began, moved on, or ended (`action`: begin, progress, end, fail, cancel).
        case download
        /// A security scope (`action`: pick, purge, start, stop, refused, revoked).
        case scope
        /// An access claim (`action`: request, grant, release, refuse, cancel).
        case claim
        /// A file presenter (`action`: add, remove, ask, done).
        case presenter
        /// The provider moved, replaced, deleted, evicted an item.
        case move, replace, delete, evict
        /// A content version came into being, or its first byte was served.
        case version
        /// The provider as a whole (`action`: offline, online, died, returned, lifted, rules).
        case provider
        /// A request on the control socket that none of the above describes.
        case control
        /// Something that a caller did wrong, such as a scope that was started and never stopped.
        case finding
        /// The caller's process tree was killed by a rule.
        case kill
        /// `count` events were dropped here, since the disk could not keep up.
        case dropped
        case mount, unmount
    }

    /// Nanoseconds since the mount began, on the monotonic clock.
    package var time: Int64 = 0
    /// Counts from 1, without a gap unless events were dropped.
    package var sequence: UInt64 = 0
    package var kind: Kind
    /// The operation's name (`open`, `read`, `lookup`, …) as rules write it.
    package var operation: String?
    package var action: String?
    package var item: String?
    /// Relative to the mount's root, without a leading slash; the root itself is empty. Bytes that aren't UTF-8 are
    /// shown as U+FFFD.
    package var path: String?
    package var from: String?
    package var to: String?
    /// The process, not the thread.
    package var pid: Int32?
    package var process: String?
    /// Bytes.
    package var offset: Int64?
    /// Bytes that were asked for; of a version or a download, its whole size.
    package var size: Int64?
    /// Bytes that were given, or 0.
    package var result: Int64?
    package var errno: String?
    package var rule: String?
    package var fault: String?
    /// Which match of the rule this was, from 1.
    package var nth: Int64?
    /// Nanoseconds from the request to its answer.
    package var duration: Int64?
    package var version: Int64?
    package var sha256: String?
    /// Of a claim: reading or writing.
    package var mode: String?
    package var purpose: String?
    package var count: Int64?
    /// Of a fault that fired, the fault as a provider-config writes it; else free text for people.
    package var message: String?
    /// Open flags, as the kernel gave them.
    package var flags: Int64?

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

/// The first line of a trace.
package struct TraceHeader: Hashable, Sendable {
    /// The version of the format that this program writes. A reader refuses a newer one.
    package static let currentFormat: Int64 = 1

    package var format: Int64
    package var mount: String
    package var provider: String
    package var seed: UInt64
    /// ISO 8601, UTC: the wall clock of time 0.
    package var startedAt: String
    /// Whether items need a security scope: required or none. Nil in traces of before this was written.
    package var scope: String?
    /// strict, lax or mac.
    package var profile: String?

    package init(
        mount: String, provider: String, seed: UInt64, startedAt: String, scope: String? = nil, profile: String? = nil
    ) {
        self.format = TraceHeader.currentFormat
        self.mount = mount
        self.provider = provider
        self.seed = seed
        self.startedAt = startedAt
        self.scope = scope
        self.profile = profile
    }
}
