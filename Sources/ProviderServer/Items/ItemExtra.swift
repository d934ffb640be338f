import FaultInjection
import ProviderModel
import SystemIO

/// What the mount keeps about an item for its own purposes, beside the model's state.
struct ItemExtra {
    struct Growth {
        let fault: Grow
        let since: MountTime
        let rule: String
    }

    /// Bytes that were read or written through the mount, for `after-bytes`.
    var bytesMoved: Int64 = 0
    var growth: Growth?
    /// What rules did to the bytes while they were downloaded.
    var lenses: [ContentLens] = []
    /// Whether this version's first byte has been served, and recorded.
    var servedVersion: ContentVersion?
    /// How often another item took this one's place.
    var incarnation = 0
    /// Those that were here before, the first one first.
    var formerIdentifiers: [ItemIdentifier] = []
    /// Where it is listed again, by rule: `omit-from-listing: {for:}` counts from the first time.
    var omittedSince: [String: MountTime] = [:]
    /// When a rule or a command last gave it other bytes.
    var changedAt: FileStatus.Timestamp?
}
