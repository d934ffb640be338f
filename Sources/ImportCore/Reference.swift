/// A picked item that is remembered and not copied: its bookmark, and where it was when that was made.
public struct ItemBookmark: Hashable, Sendable {
    /// What the system made, to be resolved by it alone.
    public var data: [UInt8]
    /// The item's path at that time, for people and for telling that it moved.
    public var path: DisplayName
    public var attributes: SourceAttributes

    public init(data: [UInt8], path: DisplayName, attributes: SourceAttributes) {
        self.data = data
        self.path = path
        self.attributes = attributes
    }
}

/// A source whose item can be remembered.
public protocol ReferableSource: ImportSource {
    /// Makes a bookmark of the item, while access to it is held.
    func makeBookmark(_ control: ImportControl) throws(ImportProblem) -> ItemBookmark
}

/// The journal of a library that keeps references.
public protocol ReferenceJournal: EntryJournal {
    /// Makes a pending entry a reference: the last step.
    func refer(_ id: EntryID, _ bookmark: ItemBookmark) throws(ImportProblem)
    /// Points a reference at another item, or at its own where that is now.
    func relink(
        _ id: EntryID, _ bookmark: ItemBookmark, displayName: DisplayName, as event: RelinkEvent
    ) throws(ImportProblem)
}

/// Why a reference got another bookmark, as its history says it.
public enum RelinkEvent: String, Sendable {
    /// The person picked another item.
    case relinked
    /// The item was found at another place.
    case moved
}

/// Keeps a bookmark of a picked item in place of a copy. Nothing of its content is read, so nothing is said of it.
public final class ReferenceRun: Sendable {
    public let control: ImportControl
    private let source: any ReferableSource
    private let journal: any ReferenceJournal

    public init(source: any ReferableSource, journal: any ReferenceJournal, control: ImportControl) {
        self.source = source
        self.journal = journal
        self.control = control
    }

    /// Adds a reference to the library.
    /// - Throws: `ImportFailure`; then the library is as it was, or `recover` makes it so.
    public func perform() throws(ImportFailure) -> EntryID {
        try run { (bookmark) throws(ImportProblem) in
            let id = try journal.begin(
                ImportCandidate(
                    displayName: source.displayName, origin: bookmark.path.text, attributes: bookmark.attributes))
            do throws(ImportProblem) {
                try journal.refer(id, bookmark)
                return id
            } catch {
                // What can't be taken back now is a pending entry of ours, which recovery removes.
                try? journal.retract(id)
                try? journal.forget([id])
                throw error
            }
        }
    }

    /// Points a reference of the library at this run's item.
    /// - Throws: `ImportFailure`; then the reference is as it was.
    public func relink(_ id: EntryID, as event: RelinkEvent = .relinked) throws(ImportFailure) {
        try run { (bookmark) throws(ImportProblem) in
            try journal.relink(id, bookmark, displayName: source.displayName, as: event)
        }
    }

    private func run<Value>(
        _ keep: (ItemBookmark) throws(ImportProblem) -> Value
    ) throws(ImportFailure) -> Value {
        defer { control.finish() }
        do throws(ImportProblem) {
            let bookmark = try source.withAccess(control) { (_) throws(ImportProblem) in
                try source.makeBookmark(control)
            }
            try control.enter(.commit)
            return try keep(bookmark)
        } catch {
            throw ImportFailure(document: source.displayName, phase: control.progress.phase, problem: error)
        }
    }
}
