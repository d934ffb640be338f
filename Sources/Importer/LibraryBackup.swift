import ImportCore
import SystemIO

/// A copy of a library, made while others may use it: the database as it is at one moment, then the documents that it
/// lists. What was being imported at that moment is not in it.
public struct LibraryBackup: Sendable {
    private let library: DocumentLibrary

    public init(of library: DocumentLibrary) {
        self.library = library
    }

    /// - Parameter target: the copy's folder, which must not exist.
    /// - Returns: how many documents were copied.
    /// - Throws: `LibraryError`; the unfinished copy stays, for the person to look at.
    public func run(to target: String) throws(LibraryError) -> Int {
        do throws(Errno) {
            try FileDescriptor.workingDirectory.makeDirectory(target, permissions: 0o700)
        } catch {
            throw LibraryError(error, path: target)
        }
        do throws(DatabaseError) {
            let path = Array("\(target)/\(LibraryFolder.databaseName)".utf8)
            let copy = try Database(path: path, access: .create)
            try library.database.use { (database) throws(DatabaseError) in try database.backUp(to: copy) }
        } catch {
            throw LibraryError(error, path: target)
        }
        return try copyDocuments(to: try DocumentLibrary(at: target, access: .create))
    }

    private func copyDocuments(to copy: DocumentLibrary) throws(LibraryError) -> Int {
        do throws(ImportProblem) {
            _ = try copy.recover()
            var count = 0
            var after: Int64 = 0
            while let page = try? copy.entries(after: after, limit: 256), let last = page.last {
                for entry in page where try copyDocument(entry, to: copy) { count += 1 }
                after = last.number
            }
            return count
        } catch {
            throw .failed(path: copy.path, reason: error.cause)
        }
    }

    /// - Returns: false for an entry that was removed since the database was copied: the copy forgets it too.
    private func copyDocument(_ entry: LibraryEntry, to copy: DocumentLibrary) throws(ImportProblem) -> Bool {
        guard entry.state == .available, let path = entry.path else { return false }
        do throws(Errno) {
            let source = try library.folder.root.borrowed.open(path, [.readOnly, .noFollow])
            let target = try copy.folder.root.borrowed.open(
                path, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o600)
            let digest = try DocumentExport.copy(source.borrowed, to: target.borrowed)
            guard digest == entry.sha256 else { throw Errno.ioError }
            try target.borrowed.synchronize()
            return true
        } catch  where error == .noSuchFile {
            return try !copy.remove(entry.id)
        } catch {
            throw ImportProblem(library: error)
        }
    }
}
