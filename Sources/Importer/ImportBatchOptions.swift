/// How a batch works.
public struct ImportBatchOptions: Sendable {
    /// How many imports are under way at once. Most of their time they wait for the disk together.
    public var concurrency = 256
    /// How many of these may be of one provider.
    public var concurrencyPerProvider = 192
    /// How often an import is tried again whose failure says that a retry may help.
    public var retries = 0
    /// The pause before the first retry; each further one is twice as long, up to a minute.
    public var backoff = Duration.milliseconds(500)

    public init() {}
}
