import SystemIO

/// How a batch works.
public struct ImportBatchOptions: Sendable {
    /// How many imports are under way at once. Most of their time they wait for the disk together. There are fewer where
    /// this process may not have as many descriptors.
    public var concurrency = 256
    /// How many of these may be of one provider.
    public var concurrencyPerProvider = 192
    /// How often an import is tried again whose failure says that a retry may help.
    public var retries = 0
    /// The pause before the first retry; each further one is twice as long, up to a minute.
    public var backoff = Duration.milliseconds(500)

    public init() {}

    /// The original, its copy, and the copy again for its validator.
    private static let descriptorsPerImport = 3
    /// For validators, the database's files, a provider's connection and the folder that is looked through.
    private static let otherDescriptors = 24

    /// Raises the process's soft limit of descriptors to the hard one, and limits the imports to what fits into that.
    mutating func fitDescriptors() {
        _ = DescriptorLimit.raise()
        let room = (DescriptorLimit.free - Self.otherDescriptors) / Self.descriptorsPerImport
        guard room < concurrency else { return }
        concurrency = max(1, room)
        concurrencyPerProvider = min(concurrencyPerProvider, max(1, room * 3 / 4))
    }
}
