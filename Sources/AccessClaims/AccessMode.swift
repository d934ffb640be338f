/// Readers share an item, a writer excludes all others (file-access-semantics b1).
package enum AccessMode: String, Codable, Hashable, Sendable {
    case reading, writing
}

/// What an intent says about itself: the options of NSFileCoordinator, by their names in JSON.
package enum AccessOption: String, Codable, CaseIterable, Hashable, Sendable {
    // Reading
    case withoutChanges = "without-changes"
    case resolvesSymbolicLink = "resolves-symbolic-link"
    case immediatelyAvailableMetadataOnly = "immediately-available-metadata-only"
    case forUploading = "for-uploading"

    // Writing; they exclude each other (b8)
    case forDeleting = "for-deleting"
    case forMoving = "for-moving"
    case forMerging = "for-merging"
    case forReplacing = "for-replacing"
    case contentIndependentMetadataOnly = "content-independent-metadata-only"
    /// The provider's own: it makes the item dataless (c11).
    case forEvicting = "for-evicting"
}
