/// Bytes that a rule put in the place of the source's. They are described, not stored: the source is never modified,
/// and a large file costs no memory.
package enum ReplacedContent: Hashable, Sendable {
    /// The source's bytes with a few more behind them: another version that is as valid as the first, since PDF and
    /// text readers allow a comment at the end.
    case sourceThen([UInt8])
    /// Literally these bytes, such as a web page that says "please sign in".
    case bytes([UInt8])
    /// Bytes without meaning, a function of seed and offset.
    case garbage(seed: UInt64, size: Int64)
    /// The start of the source's bytes.
    case prefix(Int64)
    /// Another item's bytes, which are so many.
    case item(ItemIdentifier, size: Int64)
    /// The item is a folder now.
    case directory

    /// The size that a source of `sourceSize` bytes has under this replacement.
    package func size(ofSource sourceSize: Int64) -> Int64 {
        switch self {
        case .sourceThen(let suffix): sourceSize + Int64(suffix.count)
        case .bytes(let bytes): Int64(bytes.count)
        case .garbage(_, let size): size
        case .prefix(let size): min(size, sourceSize)
        case .item(_, let size): size
        case .directory: 0
        }
    }

    /// What a provider's web gateway answers when it wants the user to sign in again.
    package static let signInPage = """
        <!DOCTYPE html>
        <html><head><title>Sign in</title></head>
        <body><h1>Your session has expired</h1><p>Please sign in to continue.</p></body></html>

        """

    /// The byte of garbage at `offset`.
    package static func garbageByte(seed: UInt64, at offset: Int64) -> UInt8 {
        var mixed = (seed &+ UInt64(bitPattern: offset >> 3)) &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed ^= mixed >> 27
        return UInt8(truncatingIfNeeded: mixed >> (UInt64(offset & 7) * 8))
    }
}
