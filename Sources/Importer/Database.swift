import CSQLite

/// A connection to a SQLite database, for one thread at a time.
final class Database {
    enum Access {
        case readOnly
        case readWrite
        case create
        /// On a medium that nobody can write to: neither locks nor a write-ahead log.
        case immutable
    }

    fileprivate let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// - Parameter path: the database's file, of any bytes but NUL.
    /// - Throws: `DatabaseError`.
    init(path: [UInt8], access: Access, busyTimeout: Duration = .seconds(5)) throws(DatabaseError) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = Array("file:".utf8) + Self.percentEncoded(path) + Array("?immutable=1".utf8)
        }
        var opened: OpaquePointer?
        let code = (name + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { sqlite3_open_v2($0.baseAddress!, &opened, flags, nil) }
        }
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: message)
        }
        handle = opened
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout.components.seconds * 1000))
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements that return nothing.
    /// - Throws: `DatabaseError`.
    func execute(_ sql: String) throws(DatabaseError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// Runs a statement with these values, and hands each row to `row`.
    /// - Throws: `DatabaseError`.
    func run(
        _ sql: String, _ values: [Value] = [], row: (Row) throws(DatabaseError) -> Void = { _ in }
    ) throws(DatabaseError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try row(Row(statement: statement.handle)) }
    }

    /// The first column of the first row, or nil without a row.
    /// - Throws: `DatabaseError`.
    func integer(_ sql: String, _ values: [Value] = []) throws(DatabaseError) -> Int64? {
        var result: Int64?
        try run(sql, values) { (row) throws(DatabaseError) in result = result ?? row.integer(0) }
        return result
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Runs `body` in a transaction that takes the write lock at once, and rolls back when it throws.
    /// - Throws: what `body` throws, or `DatabaseError`.
    func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has rolled back by itself after some failures.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// What is wrong with the database's pages, which is looked at as a whole; nil for a sound one.
    /// - Throws: `DatabaseError`.
    func damage() throws(DatabaseError) -> String? {
        var finding: String?
        try run("PRAGMA integrity_check(1)") { row in finding = finding ?? row.text(0) }
        return finding == "ok" ? nil : finding?.split(separator: "\n").last.map(String.init)
    }

    /// Copies the whole database as it is now into a new file, page by page, while others may write.
    /// - Throws: `DatabaseError`.
    func backUp(to target: Database) throws(DatabaseError) {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else { throw target.failure }
        var code = SQLITE_OK
        repeat {
            code = sqlite3_backup_step(backup, 1024)
            if code == SQLITE_BUSY || code == SQLITE_LOCKED { sqlite3_sleep(10) }
        } while code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED
        guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw target.failure }
    }

    /// The database as the bytes of a file.
    /// - Throws: `DatabaseError`.
    func serialized() throws(DatabaseError) -> [UInt8] {
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else { throw failure }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    fileprivate var failure: DatabaseError {
        DatabaseError(code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
    }

    private func prepared(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
            let prepared
        else { throw failure }
        let statement = Statement(handle: prepared)
        statements[sql] = statement
        return statement
    }

    private static func percentEncoded(_ path: [UInt8]) -> [UInt8] {
        path.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: [byte]
            }
        }
    }
}

extension Database {
    /// A value to bind.
    enum Value {
        case null
        case integer(Int64)
        case text(String)
        case bytes([UInt8])

        init(_ text: String?) { self = text.map(Value.text) ?? .null }
    }

    /// A row, valid until the next one.
    struct Row {
        fileprivate let statement: OpaquePointer

        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

        func text(_ column: Int32) -> String? {
            sqlite3_column_text(statement, column).map { String(cString: $0) }
        }

        /// The bytes of a text or a blob.
        func bytes(_ column: Int32) -> [UInt8] {
            guard let start = sqlite3_column_blob(statement, column) else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
        }
    }

    fileprivate final class Statement {
        let handle: OpaquePointer

        init(handle: OpaquePointer) {
            self.handle = handle
        }

        deinit {
            sqlite3_finalize(handle)
        }

        func bind(_ values: [Value]) throws(DatabaseError) {
            for (index, value) in values.enumerated() {
                let position = Int32(index + 1)
                let code =
                    switch value {
                    case .null: sqlite3_bind_null(handle, position)
                    case .integer(let number): sqlite3_bind_int64(handle, position, number)
                    case .text(let text): sqlite3_bind_text(handle, position, text, -1, Self.transient)
                    case .bytes(let bytes):
                        sqlite3_bind_blob64(handle, position, bytes, UInt64(bytes.count), Self.transient)
                    }
                guard code == SQLITE_OK else { throw failure }
            }
        }

        func step() throws(DatabaseError) -> Bool {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: true
            case SQLITE_DONE: false
            default: throw failure
            }
        }

        func reset() {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }

        private var failure: DatabaseError {
            let database = sqlite3_db_handle(handle)
            return DatabaseError(
                code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
        }

        /// SQLITE_TRANSIENT, a cast that Swift doesn't import: SQLite copies the value.
        private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
