#if os(Linux)
import AccessClaims
import Foundation

extension NSFileCoordinator {
    /// What a reader says about its reading.
    public struct ReadingOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits (b4 to b8).
        public let rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Presenters aren't asked to save first (file-access-semantics b4).
        public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
        /// The accessor gets a link's target (b5).
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
        /// Granted without a download; reading the content may fail (b6).
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
        /// The accessor gets a private snapshot, a zip file for a folder; the claim is given up early, and the
        /// snapshot is unlinked when the accessor returns, so open or move it inside (b7).
        public static let forUploading = ReadingOptions(rawValue: 1 << 3)
    }

    /// What a writer says about its writing. These exclude each other (b8).
    public struct WritingOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits (b4 to b8).
        public let rawValue: UInt
        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Presenters are asked to accommodate the deletion; a folder's contents are excluded too (b3, b8).
        public static let forDeleting = WritingOptions(rawValue: 1 << 0)
        /// A folder's contents are excluded too; no effect for a plain file (b3, b8).
        public static let forMoving = WritingOptions(rawValue: 1 << 1)
        /// Presenters are asked to save first (b8).
        public static let forMerging = WritingOptions(rawValue: 1 << 2)
        /// The rules of a deletion; the accessor's URL isn't updated when the item moved meanwhile (b8).
        public static let forReplacing = WritingOptions(rawValue: 1 << 3)
        /// Only metadata changes: edits of the content may be lost (b8).
        public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 1 << 4)
    }
}

extension NSFileCoordinator.ReadingOptions {
    var accessOptions: [AccessOption] {
        let names: [(NSFileCoordinator.ReadingOptions, AccessOption)] = [
            (.withoutChanges, .withoutChanges), (.resolvesSymbolicLink, .resolvesSymbolicLink),
            (.immediatelyAvailableMetadataOnly, .immediatelyAvailableMetadataOnly), (.forUploading, .forUploading),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}

extension NSFileCoordinator.WritingOptions {
    var accessOptions: [AccessOption] {
        let names: [(NSFileCoordinator.WritingOptions, AccessOption)] = [
            (.forDeleting, .forDeleting), (.forMoving, .forMoving), (.forMerging, .forMerging),
            (.forReplacing, .forReplacing), (.contentIndependentMetadataOnly, .contentIndependentMetadataOnly),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}
#endif
