/// What an app does at launch: finishes what a killed importer began. An entry that was pending is removed, with its
/// files, since nobody was told that it came in.
public struct Recovery: Sendable {
    /// What was found and removed.
    public struct Report: Hashable, Sendable {
        /// Entries that were pending.
        public var entries: [EntryID] = []
        /// Staged files without an entry, which a power cut can leave.
        public var stagedFiles: [EntryID] = []

        public var isEmpty: Bool { entries.isEmpty && stagedFiles.isEmpty }
    }

    private let journal: any EntryJournal
    private let storage: any DocumentStorage

    public init(journal: any EntryJournal, storage: any DocumentStorage) {
        self.journal = journal
        self.storage = storage
    }

    /// Removes what dead importers left. Imports that are under way, here or in another process, are left alone. It
    /// may be interrupted anywhere, and run again.
    /// - Throws: `ImportProblem` when the library can't be read or written.
    public func run() throws(ImportProblem) -> Report {
        var report = Report()
        // The folder is read before the journal: a file that was there had its entry before.
        let staged = try storage.staged()
        let orphans = try journal.orphans()
        // Files first: as long as the entry is there, the next recovery finds them. All of them, since on a full disk
        // they are the room that the journal takes.
        for id in orphans { try storage.discard(id) }
        let known = try journal.known(staged)
        for id in staged where !known.contains(id) {
            try storage.discard(id)
            report.stagedFiles.append(id)
        }
        if !orphans.isEmpty { try journal.forget(orphans) }
        report.entries = orphans
        return report
    }
}
