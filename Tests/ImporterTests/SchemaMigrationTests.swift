import CSQLite
import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// Libraries that the first version of this program made.
@Suite struct SchemaMigrationTests {
    /// A library of version 1 with one document, as that version wrote it.
    private func makeOldLibrary(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("old")
        for name in ["", "/documents", "/staging"] { mkdir(path + name, 0o700) }
        try folder.write(SamplePDF.make(), "old/documents/01.pdf")
        let size = SamplePDF.make().count
        try execute(
            """
            CREATE TABLE entries (
                number INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                state TEXT NOT NULL CHECK (state IN ('pending', 'available')),
                owner INTEGER,
                displayName ANY NOT NULL,
                path TEXT,
                size INTEGER,
                sha256 TEXT,
                contentType TEXT,
                claimedType TEXT,
                outcome TEXT,
                note TEXT,
                origin ANY,
                sourceDevice INTEGER,
                sourceInode INTEGER,
                sourceSize INTEGER,
                sourceModified INTEGER,
                sourceVersion TEXT,
                begunAt INTEGER NOT NULL,
                importedAt INTEGER
            ) STRICT;
            CREATE INDEX pendingEntries ON entries (number) WHERE state = 'pending';
            CREATE INDEX entriesByOrigin ON entries (origin);
            CREATE TABLE history (
                number INTEGER PRIMARY KEY,
                entry TEXT NOT NULL,
                at INTEGER NOT NULL,
                event TEXT NOT NULL,
                detail TEXT
            ) STRICT;
            CREATE INDEX historyByEntry ON history (entry);
            PRAGMA application_id = 1718645580;
            PRAGMA user_version = 1;
            PRAGMA journal_mode = WAL;
            INSERT INTO entries (id, state, displayName, path, size, sha256, contentType, outcome, begunAt, importedAt)
                VALUES ('01', 'available', 'old.pdf', 'documents/01.pdf', \(size), 'x', 'application/pdf', 'imported',
                    1, 2);
            """, in: path)
        return path
    }

    private func execute(_ sql: String, in library: String) throws {
        var database: OpaquePointer?
        sqlite3_open(library + "/library.sqlite", &database)
        defer { sqlite3_close(database) }
        #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
    }

    private func text(_ sql: String, in library: String) throws -> String {
        var database: OpaquePointer?
        sqlite3_open(library + "/library.sqlite", &database)
        defer { sqlite3_close(database) }
        var statement: OpaquePointer?
        sqlite3_prepare_v2(database, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW else { return String(cString: sqlite3_errmsg(database)) }
        return String(cString: sqlite3_column_text(statement, 0))
    }

    @Test func `one is brought up to date when it is opened, with its documents, and takes references`() throws {
        let folder = try TemporaryFolder()
        let path = try makeOldLibrary(in: folder)
        let library = try DocumentLibrary(at: path)
        #expect(try library.entries().map(\.displayName.text) == ["old.pdf"])
        let importer = DocumentImporter(library: library)
        _ = try importer.start(PlainFileSource(path: try folder.write(SamplePDF.make(), "new.pdf"))).wait()
        let id = try importer.refer(to: PlainFileSource(path: folder.path("new.pdf")))
        #expect(try library.entry(id)?.state == .reference)
        #expect(try text("PRAGMA user_version", in: path) == "2")
        #expect(try text("PRAGMA integrity_check", in: path) == "ok")
        // The same layout as a new library has.
        let new = try DocumentLibrary(at: folder.path("new"))
        let columns = "SELECT group_concat(name || ' ' || type, ', ') FROM pragma_table_info('entries')"
        #expect(try text(columns, in: path) == text(columns, in: new.path))
        let check =
            "SELECT sql LIKE '%(''pending'', ''available'', ''reference'')%' FROM sqlite_schema WHERE name = 'entries'"
        #expect(try text(check, in: path) == "1")
    }

    @Test func `one that is only looked at is read as it is`() throws {
        let folder = try TemporaryFolder()
        let path = try makeOldLibrary(in: folder)
        let library = try DocumentLibrary(at: path, access: .readOnly)
        #expect(try library.entries(limit: 10).map(\.displayName.text) == ["old.pdf"])
        #expect(try library.entry(EntryID(rawValue: "01"))?.path == "documents/01.pdf")
        #expect(try text("PRAGMA user_version", in: path) == "1")
    }

    @Test func `many processes that open one at once bring it up to date once`() throws {
        let folder = try TemporaryFolder()
        let path = try makeOldLibrary(in: folder)
        let document = try folder.write(SamplePDF.make(), "new.pdf")
        let processes = try (0..<6).map { _ in
            var options = ChildProcess.Options()
            options.output = .null
            return try ChildProcess(
                path: Programs.fpsim, arguments: ["importer", "import", "--library", path, document], options: options)
        }
        for process in processes { #expect(try process.wait() == .exited(0)) }
        #expect(try DocumentLibrary(at: path).entries().count == 7)
        #expect(try text("PRAGMA integrity_check", in: path) == "ok")
    }
}
