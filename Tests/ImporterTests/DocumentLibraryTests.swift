import CSQLite
import Foundation
import ImportCore
import Importer
import Testing

@Suite struct DocumentLibraryTests {
    private func error(_ path: String, _ access: DocumentLibrary.Access = .create) -> LibraryError? {
        do throws(LibraryError) {
            _ = try DocumentLibrary(at: path, access: access, busyTimeout: .zero)
            return nil
        } catch {
            return error
        }
    }

    /// Runs SQL on a library's database, as another program would, and keeps the connection.
    private func sqlite(_ path: String, _ sql: String) -> OpaquePointer? {
        var database: OpaquePointer?
        sqlite3_open(path, &database)
        sqlite3_exec(database, sql, nil, nil, nil)
        return database
    }

    @Test func `a library that isn't there is made only where that is wanted`() throws {
        let folder = try TemporaryFolder()
        #expect(error(folder.path("l"), .readOnly) == .missing(path: folder.path("l")))
        #expect(error(folder.path("l"), .readWrite) == .missing(path: folder.path("l")))
        #expect(error(folder.path("l")) == nil)
        #expect(error(folder.path("l"), .readOnly) == nil)
        let names = try folder.names("l").filter { !$0.hasPrefix("library.sqlite-") }
        #expect(names == ["documents", "library.sqlite", "reserve", "staging"])
        #expect(error(folder.path("no/l")) == .noParent(path: folder.path("no/l")))
    }

    @Test func `nothing is put into a folder or a database of something else`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([1], "file")
        #expect(error(file) == .notAFolder(path: file))
        #expect(error(folder.path) == .notALibrary(path: folder.path, reason: "it holds “file”"))
        mkdir(folder.path("text"), 0o700)
        try folder.write(Array("no database at all, though it has the name".utf8), "text/library.sqlite")
        guard case .notALibrary = error(folder.path("text")) else {
            Issue.record("a text file passed as a database")
            return
        }
        mkdir(folder.path("other"), 0o700)
        sqlite3_close(sqlite(folder.path("other/library.sqlite"), "CREATE TABLE theirs (x)"))
        #expect(
            error(folder.path("other"))
                == .notALibrary(path: folder.path("other"), reason: "its database is of another program"))
        #expect(try folder.names("other").contains("library.sqlite"))
    }

    @Test func `a library of a newer version is left alone`() throws {
        let bench = try Workbench()
        _ = try bench.importBytes(SamplePDF.make())
        sqlite3_close(sqlite(bench.folder.path("library/library.sqlite"), "PRAGMA user_version = 99"))
        let error = error(bench.folder.path("library"))
        #expect(error == .newerVersion(path: bench.folder.path("library"), version: 99, supported: 2))
    }

    @Test func `an import into a library that another process holds fails as busy`() throws {
        let bench = try Workbench()
        let library = try DocumentLibrary(at: bench.library.path, busyTimeout: .zero)
        let importer = DocumentImporter(library: library)
        let holder = sqlite(bench.folder.path("library/library.sqlite"), "BEGIN IMMEDIATE")
        let path = try bench.folder.write(SamplePDF.make(), "a.pdf")
        do throws(ImportFailure) {
            _ = try importer.start(PlainFileSource(path: path)).wait()
            Issue.record("it imported")
        } catch {
            #expect(error.kind == .busy)
            #expect(error.isRetryable)
        }
        sqlite3_close(holder)
        #expect(try importer.start(PlainFileSource(path: path)).wait().result.outcome == .imported)
        try bench.expectSound(1)
    }

    @Test func `a library can be moved, while it is open and after`() throws {
        let bench = try Workbench()
        let bytes = SamplePDF.make()
        let entry = try bench.importBytes(bytes)
        rename(bench.folder.path("library"), bench.folder.path("moved"))
        let moved = try DocumentLibrary(at: bench.folder.path("moved"), access: .readOnly)
        let path = try #require(try moved.entry(entry.id)?.path)
        #expect(!path.hasPrefix("/"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: bench.folder.path("moved/\(path)"))) == Data(bytes))
    }

    @Test func `entries come in the order of import, a page at a time`() throws {
        let bench = try Workbench()
        let ids = try (0..<7).map { try bench.importBytes(SamplePDF.make(), "\($0).pdf").id }
        var pages: [[EntryID]] = []
        var after: Int64 = 0
        while case let page = try bench.library.entries(after: after, limit: 3), !page.isEmpty {
            pages.append(page.map(\.id))
            after = page.last!.number
        }
        #expect(pages.flatMap { $0 } == ids)
        #expect(pages.map(\.count) == [3, 3, 1])
    }

    @Test func `what verification names is what is wrong`() throws {
        let bench = try Workbench()
        let names = ["documents/stray.pdf", "staging/stray"]
        let missing = try bench.importBytes(SamplePDF.make(), "missing.pdf")
        let short = try bench.importBytes(SamplePDF.make(), "short.pdf")
        let changed = try bench.importBytes(SamplePDF.make(), "changed.pdf")
        let root = bench.folder.path("library/")
        unlink(root + missing.result.path)
        truncate(root + short.result.path, 5)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: root + changed.result.path))
        bytes[30] ^= 1
        try bytes.write(to: URL(fileURLWithPath: root + changed.result.path))
        for name in names { try bench.folder.write([1], "library/" + name) }
        var found: Set<String> = []
        _ = try LibraryVerification(bench.library).run(reads: true) { violation in
            found.insert("\(violation.rule) \(violation.displayName?.text ?? "-") \(violation.text)")
        }
        #expect(
            found == [
                "2 missing.pdf has no file",
                "2 short.pdf has 5 bytes instead of \(short.result.size)",
                "2 changed.pdf holds other bytes than those that were imported",
                "5 - the file documents/stray.pdf has no entry",
                "5 - the file staging/stray has no entry",
            ])
    }
}
