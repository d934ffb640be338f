import Foundation
import ImportCore
import Importer
import SystemIO
import Testing

/// Libraries of which something is gone or broken: it is said, and nothing is hidden or made anew in its place.
@Suite struct DamagedLibraryTests {
    /// A library of some documents, all of which are in its database itself.
    private func library(
        in folder: TemporaryFolder, documents count: Int = 2, path name: String = "library"
    ) throws -> String {
        let path = folder.path(name)
        let names = try (0..<count).map { try folder.write(Array("note \($0)".utf8), "note \($0).txt") }
        #expect(try Programs.run(["import", "--quiet", "--library", path] + names).status == 0)
        return path
    }

    private func checkpoint(_ path: String) throws {
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])"
        let run = try CapturedRun(
            path: "/usr/bin/python3",
            arguments: ["-c", script, "\(path)/library.sqlite", "PRAGMA wal_checkpoint(TRUNCATE)"])
        #expect(run.exit == .exited(0), "\(run.error.text)")
    }

    enum Loss: CaseIterable {
        case everything, content, log
    }

    @Test(arguments: Loss.allCases)
    func `documents whose database was lost are hidden by no new one`(loss: Loss) throws {
        let folder = try TemporaryFolder()
        let path = try library(in: folder)
        let documents = try folder.names("library/documents").sorted()
        for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] {
            switch loss {
            case .everything: unlink("\(path)/\(name)")
            case .content: truncate("\(path)/\(name)", 0)
            case .log: if name != "library.sqlite" { unlink("\(path)/\(name)") }
            }
        }
        let note = try folder.write(Array("another".utf8), "another.txt")
        for arguments in [
            ["list"], ["verify"], ["recover"], ["import", note], ["export", "--all", "--to", folder.path],
            ["backup", folder.path("backup")],
        ] {
            let run = try Programs.run([arguments[0], "--library", path] + arguments.dropFirst())
            #expect(run.status == 74, "\(arguments): \(run.output)\(run.error)")
            #expect(run.error.contains("documents/ holds 2: put the database back"), "\(run.error)")
        }
        #expect(try folder.names("library/documents").sorted() == documents)
        // As it says: moved away, they are in nobody's way.
        try FileManager.default.moveItem(atPath: "\(path)/documents", toPath: folder.path("documents"))
        #expect(try Programs.run(["import", "--library", path, note]).status == 0)
        #expect(try Programs.run(["list", "--library", path]).output.split(separator: "\n").count == 1)
    }

    enum Replacement: CaseIterable {
        case noDatabase, anotherDatabase, otherDocuments
    }

    /// What was imported before that, nobody can save; but nothing more is said to be in.
    @Test(arguments: Replacement.allCases)
    func `no document is imported into a library that is no longer there`(replacement: Replacement) throws {
        let bench = try Workbench()
        _ = try bench.importBytes(Array("before".utf8), "before.txt")
        let (database, documents) = ("\(bench.library.path)/library.sqlite", "\(bench.library.path)/documents")
        switch replacement {
        case .noDatabase:
            unlink(database)
        case .anotherDatabase:
            let other = try library(in: bench.folder, path: "other")
            rename("\(other)/library.sqlite", database)
        case .otherDocuments:
            rename(documents, "\(documents).old")
            mkdir(documents, 0o700)
        }
        let failure = bench.failure(try bench.folder.write(Array("after".utf8), "after.txt"))
        #expect(failure?.phase == .commit)
        #expect(failure?.kind == .storage, "\(failure?.cause ?? "")")
        #expect(failure?.cause.contains("replaced or removed while it was in use") == true)
        #expect(try bench.folder.names("library/staging") == [])
        let left = replacement == .otherDocuments ? "library/documents.old" : "library/documents"
        #expect(try bench.folder.names(left).count == 1)
    }

    @Test(arguments: [0, -5])
    func `a database of a format that never was is refused`(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = try library(in: folder)
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        let run = try CapturedRun(
            path: "/usr/bin/python3",
            arguments: ["-c", script, "\(path)/library.sqlite", "PRAGMA user_version = \(version)"])
        #expect(run.exit == .exited(0), "\(run.error.text)")
        for command in ["list", "verify", "recover"] {
            let run = try Programs.run([command, "--library", path])
            #expect(run.status == 65, "\(command): \(run.error)")
            #expect(run.error.contains("format \(version)"))
        }
    }

    @Test func `a backup of a library that lacks a document fails and names it`() throws {
        let folder = try TemporaryFolder()
        let path = try library(in: folder)
        let lost = try #require(try DocumentLibrary(at: path).entries().last)
        unlink("\(path)/\(lost.path!)")
        let backup = try Programs.run(["backup", "--library", path, folder.path("backup")])
        #expect(backup.status == 74)
        #expect(backup.error.contains("the file of “\(lost.displayName.text)” is not there"), "\(backup.error)")
        #expect(try !folder.names().contains("backup"))
    }

    @Test func `a broken database is found by a deep verification and by a backup`() throws {
        let folder = try TemporaryFolder()
        let path = try library(in: folder, documents: 100)
        try checkpoint(path)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: "\(path)/library.sqlite"))
        let size = try file.seekToEnd()
        // The last page is one of the entries', or of one of their indexes.
        try file.seek(toOffset: size - 4096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
        try file.close()
        let verification = try Programs.run(["verify", "--deep", "--library", path])
        #expect(verification.status != 0, "\(verification.output)")
        #expect((verification.output + verification.error).contains("the database is damaged"), "\(verification)")
        let backup = try Programs.run(["backup", "--library", path, folder.path("backup")])
        #expect(backup.status != 0)
        #expect(try !folder.names().contains("backup"))
    }
}
