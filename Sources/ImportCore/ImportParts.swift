/// The picked item: its security scope, and a coordinated read of it.
public protocol ImportSource: Sendable {
    /// The name to show, from the picked URL.
    var displayName: DisplayName { get }
    /// Where the document was picked, without anything secret.
    var origin: String { get }
    /// What stands for the item's provider, so that one can't take all of an importer's time; nil for ordinary files.
    var provider: String? { get }

    /// Starts the item's security scope.
    /// - Returns: whether one was started, and so whether `stopAccess` is owed. False is no failure: an item that
    ///   needs no scope has none.
    /// - Throws: `ImportProblem` when the item can't even be asked for.
    func startAccess() throws(ImportProblem) -> Bool
    func stopAccess()

    /// Reads the item in coordination with its provider, which first downloads it where that is needed. The item
    /// that `accessor` gets is where the document is now, and is valid only inside it.
    ///
    /// A wait must end when `control` is interrupted; see `ImportControl.waiting(_:interrupt:)`.
    func coordinateRead(
        _ control: ImportControl, accessor: (any SourceItem) throws(ImportProblem) -> Void
    ) throws(ImportProblem)
}

/// An item inside a coordinated read.
public protocol SourceItem {
    /// Opens the item, which never blocks on a pipe and refuses what isn't a file.
    func open(_ control: ImportControl) throws(ImportProblem) -> any SourceReader
}

/// An open item.
public protocol SourceReader: AnyObject {
    func attributes(_ control: ImportControl) throws(ImportProblem) -> SourceAttributes
    /// - Returns: the number of bytes read, and 0 only at the end.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, _ control: ImportControl
    ) throws(ImportProblem) -> Int
    /// A digest for a second read.
    func makeDigest() -> any ContentDigest
    /// Closes the item, which is the last call. It may wait for the provider: see `ImportControl.leaving(_:interrupt:)`.
    /// - Throws: `ImportProblem` when the import went on without this thread.
    func close(_ control: ImportControl) throws(ImportProblem)
}

/// The library's memory of what is under way and what is done: the one place that says which entries exist. What a
/// call did is durable when it returns.
public protocol EntryJournal: Sendable {
    /// Records a pending entry, before anything of it is in the library's folders.
    func begin(_ candidate: ImportCandidate) throws(ImportProblem) -> EntryID
    /// Makes the entry available: the last step of an import.
    func commit(_ id: EntryID, _ result: ImportResult) throws(ImportProblem) -> ImportEntry
    /// Makes sure that an entry whose commit failed is pending, whatever of the commit reached the disk.
    func retract(_ id: EntryID) throws(ImportProblem)
    /// Forgets pending entries, after their files are gone: all or none, in one step, since each step takes room that a
    /// full disk doesn't have.
    func forget(_ ids: [EntryID]) throws(ImportProblem)
    /// The pending entries whose importer is no longer alive.
    func orphans() throws(ImportProblem) -> [EntryID]
    /// Which of these have a row, whatever its state.
    func known(_ ids: [EntryID]) throws(ImportProblem) -> Set<EntryID>
}

/// The library's files. A document is staged under its entry's identifier, and published under a name that is made
/// of it; neither replaces a file that is there.
public protocol DocumentStorage: Sendable {
    func stage(_ id: EntryID) throws(ImportProblem) -> any StagedDocument
    /// Moves the staged document to its place, and makes that durable.
    /// - Returns: the path, relative to the library.
    func publish(_ id: EntryID, as type: ContentType) throws(ImportProblem) -> String
    /// Removes what there is of the entry, staged or published.
    func discard(_ id: EntryID) throws(ImportProblem)
    /// The entries that have a staged file.
    func staged() throws(ImportProblem) -> [EntryID]
}

/// A copy that is being made, in the library's staging folder.
public protocol StagedDocument: AnyObject, Sendable {
    /// Appends to the copy.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ImportProblem)
    /// The lowercase hexadecimal SHA-256 of what was written.
    func finishDigest() -> String
    /// Makes the copy's bytes durable.
    func synchronize() throws(ImportProblem)
}

/// Says whether a staged copy is a document. It judges the copy, never the original.
public protocol DocumentValidator: Sendable {
    func validate(
        _ id: EntryID, claimed: ContentType?, _ control: ImportControl
    ) throws(ImportProblem) -> DocumentVerdict
    /// Whether a document that begins so can be one of any known type, which saves copying ten gigabytes to learn
    /// that they are none.
    func mayKnow(head: UnsafeRawBufferPointer) -> Bool
}

/// A running SHA-256.
public protocol ContentDigest: AnyObject {
    func update(_ bytes: UnsafeRawBufferPointer)
    /// Lowercase hexadecimal; once.
    func finish() -> String
}
