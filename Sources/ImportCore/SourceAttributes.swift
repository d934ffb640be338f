/// What tells one version of an item from another, as far as its provider says.
public struct SourceAttributes: Hashable, Sendable {
    /// Device and inode number: the same item under another name has the same.
    public var device: UInt64
    public var inode: UInt64
    /// The size that the provider states, which may be a lie: 0 for an item that it has not downloaded yet.
    public var size: Int64
    /// The time of the last change of the content, in nanoseconds since 1970.
    public var modified: Int64
    /// The provider's own name for the version, where it has one.
    public var version: String?
    /// The provider's own lowercase hexadecimal SHA-256 of the content, where it states one.
    public var sha256: String?

    public init(
        device: UInt64, inode: UInt64, size: Int64, modified: Int64, version: String? = nil, sha256: String? = nil
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.version = version
        self.sha256 = sha256
    }
}
