import ImportCore
import SystemIO

/// A copy of a library, made while others may use it: the database as it is at one moment, then the documents that it
/// lists. What was being imported at that moment is not in it.
public struct LibraryBackup: Sendable {
    private let library: DocumentLibrary

    public init(of library: DocumentLibrary) {
        self.library = library
    }

    /// Makes the copy under another name beside the target, which it gets when all of it is on the disk.
    /// - Parameter target: the copy's folder, which must not exist.
    /// - Returns: how many documents were copied.
    /// - Throws: `LibraryError`; then there is no target, and what was copied is removed.
    public func run(to target: String) throws(LibraryError) -> Int {
        let place: BackupPlace
        do throws(Errno) { place = try BackupPlace(target) } catch { throw LibraryError(error, target: target) }
        do throws(LibraryError) {
            let count = try fill(place.path, for: target)
            do throws(Errno) { try place.finish() } catch { throw LibraryError(error, target: target) }
            return count
        } catch {
            place.discard()
            throw error
        }
    }

    /// The copy is closed when this returns.
    private func fill(_ path: String, for target: String) throws(LibraryError) -> Int {
        let damage: String?
        do throws(DatabaseError) {
            let copy = try Database(path: Array("\(path)/\(LibraryFolder.databaseName)".utf8), access: .create)
            try library.database.use { (database) throws(DatabaseError) in try database.backUp(to: copy) }
            damage = try copy.damage()
        } catch {
            if error.meaning == .noSpace { throw LibraryError(.noSpace, target: target) }
            throw .target(path: target, document: nil, reason: "\(error)")
        }
        if let damage { throw .failed(path: library.path, reason: "its database is damaged: \(damage)") }
        do throws(LibraryError) {
            return try copyDocuments(to: try DocumentLibrary(at: path, access: .create), target)
        } catch .noSpace(path: path) {
            throw LibraryError(.noSpace, target: target)
        } catch .failed(path: path, let reason) {
            throw .target(path: target, document: nil, reason: reason)
        }
    }

    private func copyDocuments(to copy: DocumentLibrary, _ target: String) throws(LibraryError) -> Int {
        do throws(ImportProblem) { _ = try copy.recover() } catch {
            throw .target(path: target, document: nil, reason: error.cause)
        }
        var count = 0
        var after: Int64 = 0
        while case let page = try copy.entries(after: after, limit: 256), let last = page.last {
            for entry in page where try copyDocument(entry, to: copy, target) { count += 1 }
            after = last.number
        }
        return count
    }

    /// - Returns: false for an entry that was removed since the database was copied: the copy forgets it too.
    private func copyDocument(
        _ entry: LibraryEntry, to copy: DocumentLibrary, _ target: String
    ) throws(LibraryError) -> Bool {
        guard entry.state == .available, let path = entry.path else { return false }
        do throws(CopyFailure) {
            let source: OwnedFileDescriptor
            do throws(Errno) { source = try library.folder.root.borrowed.open(path, [.readOnly, .noFollow]) } catch {
                throw .source(error)
            }
            let file: OwnedFileDescriptor
            do throws(Errno) {
                file = try copy.folder.root.borrowed.open(
                    path, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o600)
            } catch {
                throw .target(error)
            }
            let digest = try source.borrowed.copy(to: file.borrowed)
            guard digest == entry.sha256 else { throw .source(.ioError) }
            do throws(Errno) { try file.borrowed.synchronize() } catch { throw .target(error) }
            return true
        } catch .source(.noSuchFile) {
            guard try library.entry(entry.id)?.state != .available else {
                throw .failed(path: library.path, reason: "the file of “\(entry.displayName.printable)” is not there")
            }
            do throws(ImportProblem) { return try !copy.remove(entry.id) } catch {
                throw .target(path: target, document: entry.displayName, reason: error.cause)
            }
        } catch .target(let error) {
            throw LibraryError(error, target: target, document: entry.displayName)
        } catch {
            throw .failed(
                path: library.path, reason: "the file of “\(entry.displayName.printable)” is not what was imported")
        }
    }
}
