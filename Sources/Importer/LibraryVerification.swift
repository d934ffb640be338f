import ImportCore
import SystemIO

/// A library held against what has to be true of it.
public struct LibraryVerification: Sendable {
    /// Something that isn't as it has to be.
    public struct Violation: Hashable, Sendable {
        /// The rule of the eight (see README) that is broken.
        public let rule: Int
        public let entry: EntryID?
        public let displayName: DisplayName?
        /// A sentence without its end: what is wrong.
        public let text: String
    }

    /// What a library holds.
    public struct Counts: Hashable, Sendable {
        public var documents = 0
        public var references = 0
        /// Of the references, those that were looked for and can be opened now.
        public var openableReferences = 0
    }

    private let library: DocumentLibrary

    public init(_ library: DocumentLibrary) {
        self.library = library
    }

    /// Looks at every entry and every file of the library. Imports, removals and recoveries may go on meanwhile.
    /// - Parameters:
    ///   - reads: whether each document is read and its checksum compared, the database's pages are looked at, and each
    ///     reference is looked for at its provider, which takes as long as that takes.
    ///   - onReference: is told of each reference that was looked for. Where its item is, is its provider's business,
    ///     and breaks no rule.
    /// - Returns: how many entries there are, after telling `onViolation` of each violation.
    /// - Throws: `LibraryError`, or `ImportProblem` when the library can't be read.
    public func run(
        reads: Bool = false, onReference: (LibraryEntry, ReferenceStatus) -> Void = { _, _ in },
        onViolation: (Violation) -> Void
    ) throws -> Counts {
        if reads { try checkDatabase(onViolation) }
        // The folders are read before the journal: a file that is there had its entry before.
        let documents = try library.folder.documents.borrowed.names()
        let staged = try library.files.staged()
        var seen = Seen()
        try library.forEachRow { entry, _ in look(at: entry, reads: reads, &seen) }
        // Said only when it is sure that nobody removed the entry meanwhile.
        for (entry, violation) in seen.suspicions where try library.entry(entry.id)?.state == entry.state {
            onViolation(violation)
        }
        let orphans = Set(try library.store.orphans())
        for entry in seen.pending where orphans.contains(entry.id) {
            onViolation(violation(5, entry, "is pending, and nobody imports it"))
        }
        try check(documents: documents, staged: staged, seen.names, onViolation)
        // Providers may take their time, in which the database is nobody's.
        let resolver = ReferenceResolver()
        for entry in seen.references where reads {
            guard let status = resolver.status(of: entry) else { continue }
            if status.canBeOpened { seen.counts.openableReferences += 1 }
            onReference(entry, status)
        }
        return seen.counts
    }

    private func checkDatabase(_ onViolation: (Violation) -> Void) throws {
        let damage: String?
        do throws(DatabaseError) {
            damage = try library.database.use { (database) throws(DatabaseError) in try database.damage() }
        } catch {
            throw LibraryError(error, path: library.path)
        }
        guard let damage else { return }
        onViolation(Violation(rule: 3, entry: nil, displayName: nil, text: "the database is damaged: \(damage)"))
    }

    /// What the journal says.
    private struct Seen {
        var counts = Counts()
        var names: Set<String> = []
        var pending: [LibraryEntry] = []
        var references: [LibraryEntry] = []
        var suspicions: [(LibraryEntry, Violation)] = []
    }

    private func look(at entry: LibraryEntry, reads: Bool, _ seen: inout Seen) {
        var violations: [Violation] = []
        switch entry.state {
        case .pending:
            seen.pending.append(entry)
            // Its file may be published before it is available.
            for type in ContentType.allCases { seen.names.insert("\(entry.id).\(type.fileExtension)") }
        case .reference:
            seen.counts.references += 1
            seen.references.append(entry)
            check(reference: entry) { violations.append($0) }
        case .available:
            seen.counts.documents += 1
            check(entry, reads: reads, names: &seen.names) { violations.append($0) }
        }
        seen.suspicions += violations.map { (entry, $0) }
    }

    private func check(reference entry: LibraryEntry, _ onViolation: (Violation) -> Void) {
        if entry.path != nil { onViolation(violation(3, entry, "is a reference, and has a file")) }
        guard let bookmark = entry.bookmark, !bookmark.isEmpty else {
            return onViolation(violation(3, entry, "is a reference without a bookmark"))
        }
        if !BookmarkedItem.isWhole(bookmark) {
            onViolation(violation(3, entry, "is a reference whose bookmark is damaged"))
        }
    }

    private func check(
        _ entry: LibraryEntry, reads: Bool, names: inout Set<String>, _ onViolation: (Violation) -> Void
    ) {
        let prefix = LibraryFolder.documentsName + "/"
        guard let path = entry.path, path.hasPrefix(prefix), !path.dropFirst(prefix.count).contains("/") else {
            onViolation(violation(3, entry, "is at “\(entry.path ?? "")”, which is no place in the library"))
            return
        }
        let name = String(path.dropFirst(prefix.count))
        if !names.insert(name).inserted {
            onViolation(violation(4, entry, "shares its file with another entry"))
        }
        do throws(Errno) {
            let file = try library.folder.documents.borrowed.open(name, [.readOnly, .noFollow, .nonBlocking])
            let status = try file.borrowed.status()
            if !status.isRegular {
                onViolation(violation(2, entry, "is not a file"))
            } else if status.size != entry.size {
                onViolation(violation(2, entry, "has \(status.size) bytes instead of \(entry.size ?? 0)"))
            } else if reads, try Self.digest(of: file.borrowed) != entry.sha256 {
                onViolation(violation(2, entry, "holds other bytes than those that were imported"))
            }
        } catch {
            let text = error == .noSuchFile ? "has no file" : "can't be read: \(error)"
            onViolation(violation(2, entry, text))
        }
    }

    private func check(
        documents: [FileName], staged: [EntryID], _ names: Set<String>, _ onViolation: (Violation) -> Void
    ) throws {
        // A file that is gone by now was removed with its entry.
        func isThere(_ name: String, in folder: FileDescriptor) -> Bool { (try? folder.status(of: name)) != nil }
        func report(_ path: String) {
            onViolation(Violation(rule: 5, entry: nil, displayName: nil, text: "the file \(path) has no entry"))
        }
        let folder = library.folder
        for file in documents where !names.contains(file.string) && isThere(file.string, in: folder.documents.borrowed)
        {
            report("documents/\(file)")
        }
        let known = try library.store.known(staged)
        for id in staged where !known.contains(id) && isThere(id.rawValue, in: folder.staging.borrowed) {
            report("staging/\(id)")
        }
    }

    private func violation(_ rule: Int, _ entry: LibraryEntry, _ text: String) -> Violation {
        Violation(rule: rule, entry: entry.id, displayName: entry.displayName, text: text)
    }

    static func digest(of file: FileDescriptor) throws(Errno) -> String {
        let digest = SHA256Digest()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try file.read(into: buffer, at: offset)
            if count == 0 { return digest.finish() }
            digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
    }
}
