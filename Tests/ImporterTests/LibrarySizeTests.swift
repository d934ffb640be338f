import CSQLite
import Foundation
import ImportCore
import Importer
import Testing

/// What a library of many entries costs. `FPSIM_ENTRIES` is their number: a million takes a while to make.
@Suite struct LibrarySizeTests {
    private static let count = ProcessInfo.processInfo.environment["FPSIM_ENTRIES"].flatMap { Int($0) } ?? 200_000

    private func makeLarge() throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        _ = try DocumentLibrary(at: path)
        var database: OpaquePointer?
        sqlite3_open(path + "/library.sqlite", &database)
        defer { sqlite3_close(database) }
        let sql = """
            PRAGMA synchronous = OFF;
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(Self.count))
            INSERT INTO entries (id, state, displayName, path, size, sha256, contentType, outcome, origin, begunAt,
                    importedAt)
                SELECT printf('%032x', n), 'available', 'Document ' || n || '.pdf', 'documents/' || n, 65536,
                    printf('%064x', n), 'application/pdf', 'imported', '/home/u/Document ' || n, n, n FROM numbers;
            INSERT INTO entries (id, state, owner, displayName, begunAt)
                VALUES ('ffffffffffffffffffffffffffffffff', 'pending', 17, 'killed.pdf', 1);
            PRAGMA wal_checkpoint(TRUNCATE);
            """
        #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        return (folder, path)
    }

    /// The best of a few, which others' work on the machine can't make better.
    private func time(_ work: () throws -> Void) throws -> Duration {
        try (0..<7).map { _ in try ContinuousClock().measure(work) }.min()!
    }

    @Test func `opening, a page, an entry and recovery take a time that doesn't depend on their number`() throws {
        let (folder, path) = try makeLarge()
        defer { withExtendedLifetime(folder) {} }
        let library = try DocumentLibrary(at: path)
        var (recovered, page, later, found, held) = (0, 0, 0, 0, true)
        let times = [
            "recovery": try time { recovered += try library.recover().entries.count },
            "opening": try time { _ = try DocumentLibrary(at: path) },
            "the first page": try time { page = try library.entries(limit: 50).count },
            "a later page": try time { later = try library.entries(after: Int64(Self.count / 2), limit: 50).count },
            "an entry": try time { found = try library.entries(idPrefix: String(format: "%032x", 77), limit: 2).count },
            "an origin": try time { held = try library.holds(origin: "/home/u/Document 77", size: 1, modified: 1) },
        ]
        #expect((page, later, found, held) == (50, 50, 1, false))
        #expect(recovered == 1)
        for (what, duration) in times { #expect(duration < .milliseconds(20), "\(what)") }
    }
}
