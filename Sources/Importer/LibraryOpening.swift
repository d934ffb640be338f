import CSQLite
import ImportCore
import SystemIO

/// Opening a library's database: making it, checking what it is, bringing it up to date.
struct LibraryOpening {
    let path: String
    let busyTimeout: Duration
    let spendsReserve: Bool

    /// - Throws: `LibraryError`.
    func open(_ access: DocumentLibrary.Access, in folder: LibraryFolder) throws(LibraryError) -> Database {
        if !folder.hadDatabase {
            try requireNoDocuments(folder, "its database (\(LibraryFolder.databaseName)) is gone") {
                (try? folder.root.borrowed.status(of: LibraryFolder.databaseName)) == nil
            }
            // Who only looks finds no library; who may write goes on with a creation that was killed.
            if access == .readOnly { throw .missing(path: path) }
            try create(folder)
        }
        let found: Found
        do throws(DatabaseError) {
            found = access == .readOnly ? try openToRead(folder) : try openToWrite(folder)
        } catch {
            throw LibraryError(error, path: path)
        }
        // One that was made just now has been asked for already.
        if folder.hadDatabase, isEmpty(found) {
            try requireNoDocuments(folder, "its database knows none of its documents") { isEmpty(found) }
        }
        try check(found, canBeEmpty: access == .readOnly)
        do throws(Errno) {
            try folder.synchronizeLog()
        } catch  where access != .readOnly {
            throw LibraryError(error, path: path)
        } catch {
            // Who only reads may be on a medium that can't be written, where nothing waits to be.
        }
        do throws(DatabaseError) {
            // Who may write has brought it up to date.
            if found.version < LibrarySchema.version {
                try found.database.execute(LibrarySchema.readings[Int(found.version) - 1])
            }
        } catch {
            throw LibraryError(error, path: path)
        }
        return found.database
    }

    /// A database, and what its header says.
    private struct Found {
        let database: Database
        let applicationID: Int64
        let version: Int64

        init(_ database: Database) throws(DatabaseError) {
            self.database = database
            applicationID = try database.integer("PRAGMA application_id") ?? 0
            version = try database.integer("PRAGMA user_version") ?? 0
        }
    }

    private var databasePath: [UInt8] { Array("\(path)/\(LibraryFolder.databaseName)".utf8) }

    private func check(_ found: Found, canBeEmpty: Bool) throws(LibraryError) {
        // A killed creation leaves a database without a header.
        if canBeEmpty, found.applicationID == 0, found.version == 0 { throw .missing(path: path) }
        guard found.applicationID == LibrarySchema.applicationID else {
            throw .notALibrary(path: path, reason: "its database is of another program")
        }
        guard found.version >= 1 else {
            throw .notALibrary(path: path, reason: "its database says that it has format \(found.version)")
        }
        guard found.version <= LibrarySchema.version else {
            throw .newerVersion(path: path, version: Int(found.version), supported: LibrarySchema.version)
        }
    }

    /// Documents without any entry are those of a database that was lost: to begin a new one would hide them. An entry
    /// is there before its document and after it, so they are looked at before and after their entries are.
    /// - Parameter isLost: whether no document can have an entry.
    private func requireNoDocuments(
        _ folder: LibraryFolder, _ what: String, where isLost: () -> Bool
    ) throws(LibraryError) {
        let documents = folder.documents.borrowed
        let names = ((try? documents.names()) ?? []).map(\.string).filter { name in
            let stem = name.prefix { $0 != "." }
            return stem.utf8.count == 32 && stem.allSatisfy(\.isHexDigit)
        }
        guard let first = names.first, isLost(), (try? documents.status(of: first)) != nil else { return }
        throw .failed(
            path: path,
            reason: "\(what), and \(LibraryFolder.documentsName)/ holds \(names.count): put the database back, with "
                + "what stands beside it in a backup, or move them away")
    }

    /// Whether the database is a library's, or nobody's yet, and has no entry.
    private func isEmpty(_ found: Found) -> Bool {
        guard [0, LibrarySchema.applicationID].contains(found.applicationID) else { return false }
        return (try? found.database.integer("SELECT EXISTS (SELECT 1 FROM entries)")) ?? 0 == 0
    }

    /// On a full disk the reserve makes room for the journal.
    private func openToWrite(_ folder: LibraryFolder) throws(DatabaseError) -> Found {
        do throws(DatabaseError) {
            return try openToWrite()
        } catch  where error.meaning == .noSpace && spendsReserve && folder.spendReserve() {
            return try openToWrite()
        }
    }

    private func openToWrite() throws(DatabaseError) -> Found {
        let database = try Database(path: databasePath, access: .create, busyTimeout: busyTimeout)
        return try whileBusy { () throws(DatabaseError) in
            var found = try Found(database)
            if found.version < LibrarySchema.version, try isOwn(found) {
                try bringUpToDate(database)
                found = try Found(database)
            }
            if found.applicationID == LibrarySchema.applicationID { try makeSafe(database) }
            return found
        }
    }

    /// Whether the database is a library's, or nobody's yet.
    private func isOwn(_ found: Found) throws(DatabaseError) -> Bool {
        if found.applicationID == LibrarySchema.applicationID { return found.version >= 1 }
        guard found.applicationID == 0, found.version == 0 else { return false }
        let tables = try found.database.integer("SELECT count(*) FROM sqlite_schema")
        return tables == 0
    }

    private func bringUpToDate(_ database: Database) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            // Another process may have done it while this one waited for the lock.
            var version = Int(try database.integer("PRAGMA user_version") ?? 0)
            if version == 0 {
                try database.execute(LibrarySchema.creation)
                version = LibrarySchema.version
            }
            while version < LibrarySchema.version {
                try database.execute(LibrarySchema.migrations[version - 1])
                version += 1
                try database.execute("PRAGMA user_version = \(version)")
            }
        }
    }

    /// A commit is on the disk when it returns: FULL in WAL mode; EXTRA in DELETE mode, where FULL doesn't sync the
    /// folder and a power cut brings the journal back.
    private func makeSafe(_ database: Database) throws(DatabaseError) {
        var mode = ""
        try database.run("PRAGMA journal_mode = WAL") { row in mode = row.text(0) ?? "" }
        try database.execute("PRAGMA synchronous = \(mode == "wal" ? "FULL" : "EXTRA")")
    }

    private func openToRead(_ folder: LibraryFolder) throws(DatabaseError) -> Found {
        do throws(DatabaseError) {
            return try Found(try Database(path: databasePath, access: .readOnly, busyTimeout: busyTimeout))
        } catch
            where error.primaryCode == SQLITE_CANTOPEN || error.primaryCode == SQLITE_READONLY
            || error.meaning == .noSpace
        {
            // On a medium that can't be written, or that is full, there is no write-ahead log to make, and none is needed when all is
            // in the database itself.
            let log = try? folder.root.borrowed.status(of: LibraryFolder.databaseName + "-wal")
            guard log == nil || log?.size == 0 else { throw error }
            return try Found(try Database(path: databasePath, access: .immutable, busyTimeout: busyTimeout))
        }
    }

    /// Where SQLite reports a held lock without having waited for it.
    private func whileBusy<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
        let end = MonotonicTime.now + busyTimeout
        while true {
            do throws(DatabaseError) {
                return try body()
            } catch  where error.isBusy && MonotonicTime.now < end {
                sqlite3_sleep(10)
            }
        }
    }

    /// Puts an empty database in its place, whole or not at all.
    private func create(_ folder: LibraryFolder) throws(LibraryError) {
        let bytes: [UInt8]
        do throws(DatabaseError) { bytes = try LibrarySchema.emptyDatabase() } catch {
            throw LibraryError(error, path: path)
        }
        let name = EntryID.random().rawValue
        do throws(Errno) {
            let file = try folder.staging.borrowed.open(
                name, [.writeOnly, .create, .exclusive, .noFollow], permissions: 0o600)
            try file.borrowed.writeAll(bytes, at: 0)
            try file.borrowed.synchronize()
            do throws(Errno) {
                try folder.staging.borrowed.rename(
                    name, to: folder.root.borrowed, LibraryFolder.databaseName, flags: .noReplace)
            } catch  where error == .fileExists {
                // Another process was first.
                try folder.staging.borrowed.unlink(name)
            }
            try folder.root.borrowed.synchronize()
            let parent = try folder.root.borrowed.open("..", [.readOnly, .directory])
            try parent.borrowed.synchronize()
        } catch {
            try? folder.staging.borrowed.unlink(name)
            throw LibraryError(error, path: path)
        }
    }
}
