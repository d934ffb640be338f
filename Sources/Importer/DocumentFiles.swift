import ImportCore
import SystemIO

/// The library's files: staged under the entry's identifier, published under a name that is made of it.
final class DocumentFiles: DocumentStorage {
    private let folder: LibraryFolder
    private let flushes: GroupCommit<StagedFile, Void>
    private let publications: GroupCommit<Publication, Void>

    private struct Publication {
        let id: EntryID
        let name: String
    }

    init(folder: LibraryFolder, traffic: ImportTraffic = ImportTraffic()) {
        self.folder = folder
        flushes = GroupCommit(traffic: traffic) { files in Self.flush(files, folder) }
        publications = GroupCommit(traffic: traffic) { group in Self.publish(group, folder) }
    }

    func stage(_ id: EntryID) throws(ImportProblem) -> any StagedDocument {
        do throws(Errno) {
            let file = try folder.staging.borrowed.open(
                id.rawValue, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o600)
            return StagedFile(file: file, flushes: flushes)
        } catch {
            throw ImportProblem(library: error)
        }
    }

    func publish(_ id: EntryID, as type: ContentType) throws(ImportProblem) -> String {
        let name = "\(id).\(type.fileExtension)"
        try publications.submit(Publication(id: id, name: name)).getOrProblem()
        return "\(LibraryFolder.documentsName)/\(name)"
    }

    func discard(_ id: EntryID) throws(ImportProblem) {
        do throws(Errno) {
            _ = try folder.staging.borrowed.unlinkIfPresent(id.rawValue)
            var isChanged = false
            for type in ContentType.allCases {
                let name = "\(id).\(type.fileExtension)"
                isChanged = try folder.documents.borrowed.unlinkIfPresent(name) || isChanged
            }
            // Else a power cut could bring the document back after its entry is forgotten.
            if isChanged { try folder.documents.borrowed.synchronize() }
        } catch {
            throw ImportProblem(library: error)
        }
    }

    func staged() throws(ImportProblem) -> [EntryID] {
        do throws(Errno) {
            return try folder.staging.borrowed.names().map { EntryID(rawValue: $0.string) }
        } catch {
            throw ImportProblem(library: error)
        }
    }

    /// Opens a staged copy for its validator, who gets a descriptor that can't write.
    func openStaged(_ id: EntryID) throws(ImportProblem) -> OwnedFileDescriptor {
        do throws(Errno) {
            return try folder.staging.borrowed.open(id.rawValue, [.readOnly, .noFollow])
        } catch {
            throw ImportProblem(library: error)
        }
    }

    private static func flush(
        _ files: [StagedFile], _ folder: LibraryFolder
    ) -> [GroupCommit<StagedFile, Void>.Outcome] {
        // One flush of the file system costs as much as a few of files. When it fails, files say which of them.
        let staging = folder.staging.borrowed
        if files.count >= 4, staging.isFlushedAsAWhole, (try? staging.flushFileSystem()) != nil {
            return files.map { _ in .success(()) }
        }
        return files.map { file in Result { try file.flush() } }
    }

    private static func publish(
        _ group: [Publication], _ folder: LibraryFolder
    ) -> [GroupCommit<Publication, Void>.Outcome] {
        let renames = group.map { publication in
            Result {
                try folder.staging.borrowed.rename(
                    publication.id.rawValue, to: folder.documents.borrowed, publication.name, flags: .noReplace)
            }
        }
        do throws(Errno) {
            try folder.documents.borrowed.synchronize()
            return renames
        } catch {
            return group.map { _ in .failure(error) }
        }
    }
}

extension FileDescriptor {
    /// - Returns: whether there was such a name.
    /// - Throws: `Errno`.
    fileprivate func unlinkIfPresent(_ name: String) throws(Errno) -> Bool {
        do throws(Errno) {
            try unlink(name)
            return true
        } catch  where error == .noSuchFile {
            return false
        }
    }
}

extension Result where Failure == any Error {
    /// The value, with an error of the library's files or database as an import's problem.
    func getOrProblem() throws(ImportProblem) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error as ImportProblem): throw error
        case .failure(let error as Errno): throw ImportProblem(library: error)
        case .failure(let error as DatabaseError): throw error.problem
        case .failure(let error): throw ImportProblem(.internal, "\(error)")
        }
    }
}
