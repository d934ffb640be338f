/// The database's layout, which anybody can read with sqlite3: one row an entry, in the order of import.
enum LibrarySchema {
    /// Kept in the database's `user_version`.
    static let version = 2
    /// Kept in the database's `application_id`: "fpsL".
    static let applicationID: Int64 = 0x6670_734C

    /// The newest version. A bookmark is that of a reference, which has no document. Names are TEXT where they are UTF-8, and BLOB where they aren't.
    static let creation = """
        CREATE TABLE entries (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL CHECK (state IN ('pending', 'available', 'reference')),
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
            importedAt INTEGER,
            bookmark BLOB
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
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """

    /// Steps that lead from one version to the next; the first leads from version 1 to 2. None touches the rows, so
    /// that a library of any size is brought up to date at once: a check is changed as SQLite's documentation of
    /// ALTER TABLE says, in the text of the schema.
    static let migrations: [String] = [
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema
            SET sql = replace(sql, '(''pending'', ''available'')', '(''pending'', ''available'', ''reference'')')
            WHERE type = 'table' AND name = 'entries';
        PRAGMA writable_schema = RESET;
        ALTER TABLE entries ADD COLUMN bookmark BLOB;
        """
    ]

    /// How the table of each older version, from version 1 on, is read as the newest by who can't bring it up to date:
    /// a temporary view hides the table of its name.
    static let readings: [String] = [
        "CREATE TEMP VIEW entries AS SELECT *, NULL AS bookmark FROM main.entries"
    ]

    /// The bytes of a new library's database, which is in WAL mode from the start.
    /// - Throws: `DatabaseError`.
    static func emptyDatabase() throws(DatabaseError) -> [UInt8] {
        let database = try Database(path: Array(":memory:".utf8), access: .create)
        try database.execute(creation)
        var bytes = try database.serialized()
        // The file format's versions for writing and reading; 2 stands for a write-ahead log.
        bytes[18] = 2
        bytes[19] = 2
        return bytes
    }
}
