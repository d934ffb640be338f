import Foundation
import ImportCore
import Importer
import Testing

/// What is done with a library after an import.
@Suite struct LibraryUseTests {
    @Test func `documents are exported under their own names, and nothing is overwritten`() throws {
        let bench = try Workbench()
        let bytes = SamplePDF.make()
        let entries = try (0..<2).map { _ in
            try #require(try bench.library.entry(try bench.importBytes(bytes, "Report.pdf").id))
        }
        mkdir(bench.folder.path("out"), 0o700)
        let export = DocumentExport(from: bench.library)
        for entry in entries { _ = try export.export(entry, to: bench.folder.path("out")) }
        #expect(try bench.folder.names("out") == ["Report (2).pdf", "Report.pdf"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: bench.folder.path("out/Report.pdf"))) == Data(bytes))
    }

    @Test func `a document whose bytes have changed is not exported`() throws {
        let bench = try Workbench()
        let entry = try #require(try bench.library.entry(try bench.importBytes(SamplePDF.make()).id))
        let path = try bench.library.documentPath(entry)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[40] ^= 1
        try bytes.write(to: URL(fileURLWithPath: path))
        mkdir(bench.folder.path("out"), 0o700)
        #expect(throws: LibraryError.self) {
            try DocumentExport(from: bench.library).export(entry, to: bench.folder.path("out"))
        }
        #expect(try bench.folder.names("out") == [])
    }

    @Test func `a removed entry is gone with its file, and its history tells`() throws {
        let bench = try Workbench()
        let kept = try bench.importBytes(SamplePDF.make(), "kept.pdf")
        let entry = try bench.importBytes(SamplePDF.make(), "gone.pdf")
        #expect(try bench.library.remove(entry.id))
        #expect(try !bench.library.remove(entry.id))
        #expect(try bench.library.history(of: entry.id).map(\.event) == ["removed"])
        #expect(try bench.library.history(of: kept.id).map(\.event) == ["picked", "imported"])
        try bench.expectSound(1)
    }

    @Test func `a backup that is made while documents come in is a sound library`() throws {
        let bench = try Workbench()
        let path = try bench.folder.write(SamplePDF.make(), "a.pdf")
        for _ in 0..<3 { _ = try bench.importFile(path) }
        let running = try (0..<20).map { _ in try bench.importer.start(PlainFileSource(path: path)) }
        let count = try LibraryBackup(of: bench.library).run(to: bench.folder.path("backup"))
        for task in running { _ = try task.wait() }
        let backup = try DocumentLibrary(at: bench.folder.path("backup"))
        var violations: [String] = []
        #expect(try LibraryVerification(backup).run(reads: true) { violations.append($0.text) }.documents == count)
        #expect(violations == [])
        #expect(count >= 3)
        try bench.expectSound(23)
    }

    @Test func `a backup replaces nothing, and its unfinished copy is gone`() throws {
        let bench = try Workbench()
        mkdir(bench.folder.path("there"), 0o700)
        #expect(throws: LibraryError.self) { try LibraryBackup(of: bench.library).run(to: bench.folder.path("there")) }
        let entry = try bench.importBytes(SamplePDF.make())
        #expect(truncate(bench.folder.path("library/\(entry.result.path)"), 10) == 0)
        #expect(throws: LibraryError.self) { try LibraryBackup(of: bench.library).run(to: bench.folder.path("copy")) }
        #expect(try bench.folder.names() == ["document.pdf", "library", "there"])
    }

    @Test func `a tree is imported, and a second go leaves out what is there`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("tree/a/b"), withIntermediateDirectories: true)
        for name in ["tree/1.pdf", "tree/a/2.pdf", "tree/a/b/3.pdf"] { try folder.write(SamplePDF.make(), name) }
        let arguments = ["import", "--library", folder.path("library"), "--recursive", "--resume", folder.path("tree")]
        #expect(try Programs.run(arguments).status == 0)
        try folder.write(SamplePDF.make(), "tree/4.pdf")
        let second = try Programs.run(arguments)
        #expect(second.status == 0)
        #expect(second.error == "1 imported, 0 failed, 3 left out, since the library has them\n")
        #expect(try DocumentLibrary(at: folder.path("library")).entries().count == 4)
    }

    @Test func `a short identifier removes nothing, and nothing is exported to a folder that is missing or its own`()
        throws
    {
        let bench = try Workbench()
        let id = try bench.importBytes(SamplePDF.make()).id.rawValue
        let remove = ["remove", "--library", bench.library.path]
        for short in ["", "0", String(id.prefix(5))] { #expect(try Programs.run(remove + [short]).status == 64) }
        let missing = bench.folder.path("missing")
        let export = try Programs.run(["export", "--library", bench.library.path, "--to", missing, "--all"])
        #expect(export.status == 73)
        #expect(export.error.hasSuffix("nothing can be copied to \(missing): there is no such folder\n"))
        for own in ["", "/documents", "/staging"] {
            let folder = bench.library.path + own
            let export = try Programs.run(["export", "--library", bench.library.path, "--to", folder, "--all"])
            #expect(export.status == 73)
            #expect(export.error.contains("it is a folder of the library itself"), "\(export.error)")
        }
        try bench.expectSound(1)
        #expect(try Programs.run(remove + [String(id.prefix(8))]).status == 0)
    }
}
