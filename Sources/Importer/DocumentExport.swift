import ImportCore
import Synchronization
import SystemIO

/// Copies a document out of a library, under the name that the person knows.
public struct DocumentExport: Sendable {
    private let library: DocumentLibrary
    private let deadline: Duration?

    /// - Parameter deadline: how long a reference's provider may make no progress; nil for ever.
    public init(from library: DocumentLibrary, deadline: Duration? = .seconds(30)) {
        self.library = library
        self.deadline = deadline
    }

    /// Looks at a target once, for who means to export many documents to it.
    /// - Throws: `LibraryError` where it is no folder, or the library's own.
    public func requireFolder(_ folder: String) throws(LibraryError) { _ = try target(folder) }

    /// A copy in the library's folders would be nobody's document there.
    private func target(_ folder: String) throws(LibraryError) -> ExportTarget {
        let target: ExportTarget
        let identity: FileIdentity
        do throws(Errno) {
            target = try ExportTarget(folder)
            identity = try target.identity
        } catch {
            throw LibraryError(error, target: folder)
        }
        guard !library.folderIdentities.contains(identity) else {
            throw .target(path: folder, document: nil, reason: "it is a folder of the library itself")
        }
        return target
    }

    /// Copies the entry's document into a folder. Nothing there is overwritten: a second one of the same name gets a
    /// number. The copy has the checksum of what was imported, or there is none: it gets its name when it is whole. The
    /// item of a reference is read from its provider, and its copy proven whole as an import's is.
    /// - Returns: the copy's name.
    /// - Throws: `LibraryError`.
    public func export(_ entry: LibraryEntry, to folder: String) throws(LibraryError) -> DisplayName {
        let target = try target(folder)
        do {
            let name =
                entry.state == .reference
                ? try copyItem(of: entry, to: target) : try copyDocument(of: entry, to: target)
            try? library.store.note(entry.id, "exported", name.text)
            return name
        } catch {
            throw Self.failure(error, of: entry, target.failure, folder: folder, library: library.path)
        }
    }

    /// Says which side failed.
    private static func failure(
        _ error: any Error, of entry: LibraryEntry, _ atTarget: Errno?, folder: String, library: String
    ) -> LibraryError {
        if let atTarget { return LibraryError(atTarget, target: folder, document: entry.displayName) }
        if let error = error as? LibraryError { return error }
        let reason = (error as? ImportProblem)?.cause ?? "\(error)"
        guard entry.state == .reference else {
            return .failed(path: library, reason: "“\(entry.displayName.printable)” can't be exported: \(reason)")
        }
        return .source(document: entry.displayName, reason: reason)
    }

    private func copyDocument(of entry: LibraryEntry, to target: ExportTarget) throws -> DisplayName {
        let source = try library.openDocument(entry)
        let file = try target.create()
        defer { target.discard() }
        let digest = try file.fill(from: source.borrowed)
        guard digest == entry.sha256 else {
            throw ImportProblem(.storage, "the document's bytes are not those that were imported")
        }
        try file.synchronize()
        return try target.finish(as: entry.displayName)
    }

    private func copyItem(of entry: LibraryEntry, to target: ExportTarget) throws -> DisplayName {
        let source = CoordinatedSource(url: try library.url(ofReference: entry))
        let control = WatchedWork.control(deadline: deadline)
        defer { target.discard() }
        // A copy that is whole stays, though its provider doesn't let go of the original.
        let isWhole = Mutex(false)
        do {
            _ = try WatchedWork.run(control, abandoned: { $0 }) { () throws(ImportProblem) in
                do throws(ImportFailure) {
                    return try ItemCopy(
                        of: source, control, to: target.create,
                        settled: { isWhole.withLock { $0 = true } }
                    ).size
                } catch {
                    throw error.problem
                }
            }
        } catch {
            guard isWhole.withLock({ $0 }) else { throw error }
        }
        return try target.finish(as: entry.displayName)
    }
}
