/// What the provider knows about one item beyond what the source says. Items that no rule and no state of a config
/// concerns have none: a million of those cost nothing here.
package struct Item: Sendable {
    package enum Materialization: Sendable {
        case dataless
        case materializing(Download)
        case materialized
    }

    package let identifier: ItemIdentifier
    package var version = ContentVersion.first
    package var materialization: Materialization
    /// Bytes that are really there after a download that ended early, if fewer than the version has.
    package var truncatedAt: Int64?
    /// What a rule made of the content, or nil for the source's bytes.
    package var content: ReplacedContent?
    /// How often it was downloaded to the end.
    package var downloadCount = 0
    /// The last download's error number.
    package var lastDownloadError: Int32?
    /// Descriptors that are open on it.
    package var openCount = 0
    /// Which of the plan's item rules describes it.
    package var itemRule: Int?

    package init(identifier: ItemIdentifier, isDataless: Bool, itemRule: Int? = nil) {
        self.identifier = identifier
        self.itemRule = itemRule
        materialization = isDataless ? .dataless : .materialized
    }

    package var isMaterialized: Bool {
        if case .materialized = materialization { true } else { false }
    }

    package var download: Download? {
        if case .materializing(let download) = materialization { download } else { nil }
    }

    /// The word that extended attributes and `status` show.
    package var stateName: String {
        switch materialization {
        case .dataless: "dataless"
        case .materializing: "materializing"
        case .materialized: "materialized"
        }
    }
}

extension Item {
    /// Why an item can't be evicted (file-access-semantics d7).
    package enum EvictionRefusal: Error, Hashable, Sendable {
        /// A descriptor is open on it: EBUSY.
        case isOpen
        /// It holds what the provider hasn't uploaded: NSFileProviderError -2007.
        case hasUnsyncedEdits
    }

    /// Takes the bytes away. A download that runs is given up.
    package mutating func evict(evenIfOpen: Bool = false) throws(EvictionRefusal) {
        guard evenIfOpen || openCount == 0 else { throw .isOpen }
        materialization = .dataless
        truncatedAt = nil
    }

    /// Gives the item other bytes under a new version. What was downloaded of the old one is void.
    package mutating func replace(with content: ReplacedContent?, dataless: Bool) {
        version = version.next
        self.content = content
        truncatedAt = nil
        materialization = dataless ? .dataless : .materialized
    }

    /// Begins a download, unless one of this version is running or nothing is missing.
    /// - Returns: whether a new one began.
    package mutating func beginDownload(_ plan: @autoclosure () -> DownloadPlan, at now: MountTime) -> Bool {
        guard case .dataless = materialization else { return false }
        lastDownloadError = nil
        materialization = .materializing(Download(version: version, plan: plan(), at: now))
        return true
    }

    /// Moves a running download on, and takes over how it ended.
    package mutating func advanceDownload(to now: MountTime, shared: inout TokenBucket?) -> Download.Step? {
        guard case .materializing(var download) = materialization else { return nil }
        let step = download.advance(to: now, shared: &shared)
        switch step {
        case .wait: materialization = .materializing(download)
        case .finished:
            materialization = .materialized
            truncatedAt = download.received < download.plan.size ? download.received : nil
            downloadCount += 1
        case .failed(let errno, _):
            materialization = .dataless
            lastDownloadError = errno
        }
        return step
    }

    /// Ends a running download with an error (offline, died, evicted).
    package mutating func failDownload(errno: Int32) {
        guard case .materializing = materialization else { return }
        materialization = .dataless
        lastDownloadError = errno
    }

    package mutating func updateDownload(_ change: (inout Download) -> Void) {
        guard case .materializing(var download) = materialization else { return }
        change(&download)
        materialization = .materializing(download)
    }
}
