import FUSE
import FaultInjection
import ProviderModel
import ProviderSource
import SystemIO

/// An open file of the mount.
final class OpenFile {
    /// Which bytes a descriptor gives.
    enum Content {
        /// Those of the item as it is at each read.
        case ofItem
        /// Those that the item had when it was replaced: a descriptor keeps what it was opened on.
        case kept(ReplacedContent?, truncatedAt: Int64?)
    }

    let node: NodeID
    let flags: OpenFlags
    /// nil where the item has no bytes in the source.
    let source: SourceFile?
    var content = Content.ofItem
    /// What rules that fired at its opening do to the bytes.
    var lenses: [ContentLens]
    /// The file whose bytes stand in for the item's.
    var standIn: (item: ItemIdentifier, file: SourceFile)?
    /// Whether the kernel reads and writes it by itself.
    var backing: BackingID?
    /// Whether the kernel keeps pages of it.
    var usesPageCache = false
    /// Whether it is only written, and therefore past those pages.
    var writesPastPages = false
    /// The process that opened it, whom RELEASE no longer names.
    let openedBy: Int32

    init(
        node: NodeID, flags: OpenFlags, source: SourceFile?, lenses: [ContentLens] = [], openedBy: Int32
    ) {
        self.node = node
        self.flags = flags
        self.source = source
        self.lenses = lenses
        self.openedBy = openedBy
    }
}

/// An open folder of the mount.
final class OpenDirectory {
    let node: NodeID
    /// nil for a folder that only the overlay has.
    let source: (any SourceListing)?
    /// Names that aren't there, by rules that fired at its opening.
    var phantoms: [FileName] = []
    /// How many entries a page has, and how long each but the first is awaited.
    var pages: (fault: PageListing, rule: String)?
    var hasListedAPage = false
    /// The names that the overlay adds, as they were when the listing began.
    var additions: [(name: FileName, node: NodeID)] = []

    init(node: NodeID, source: (any SourceListing)?) {
        self.node = node
        self.source = source
    }
}
