/// What a presenter is asked before a claim is granted, in the order in which it is asked (file-access-semantics c2).
package enum PresenterMessage: String, Codable, Hashable, Sendable {
    case relinquishToReader = "relinquish-to-reader"
    case relinquishToWriter = "relinquish-to-writer"
    case saveChanges = "save-changes"
    case accommodateDeletion = "accommodate-deletion"
    /// The provider is to make the item dataless (c11).
    case accommodateEviction = "accommodate-eviction"
    /// An item in the presented folder is to be deleted.
    case accommodateSubitemDeletion = "accommodate-subitem-deletion"
}

/// What a presenter is told after it happened (c5, c6).
package enum PresenterNotice: String, Codable, Hashable, Sendable {
    case didChange = "did-change"
    case didMove = "did-move"
    case subitemDidAppear = "subitem-did-appear"
    case subitemDidChange = "subitem-did-change"
    case subitemDidMove = "subitem-did-move"
    case ubiquityAttributesDidChange = "ubiquity-attributes-did-change"
    case didGainVersion = "did-gain-version"
    case didLoseVersion = "did-lose-version"
    case didResolveConflict = "did-resolve-conflict"
}
