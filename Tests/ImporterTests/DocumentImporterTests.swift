import Foundation
import ImportCore
import Importer
import Testing

@Suite struct DocumentImporterTests {
    @Test func `a document is copied whole, under a name that is not its own`() throws {
        let bench = try Workbench()
        let bytes = SamplePDF.make(pages: 3)
        let entry = try bench.importBytes(bytes, "Report.pdf")
        #expect(entry.displayName == DisplayName("Report.pdf"))
        #expect(entry.result.path == "documents/\(entry.id).pdf")
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: bench.folder.path("library/\(entry.result.path)"))) == Data(bytes)
        )
        #expect(entry.result.outcome == .imported)
        try bench.expectSound(1)
    }

    @Test func `what is damaged is repaired, what is encrypted locked, and each says so`() throws {
        let bench = try Workbench()
        let damaged = try bench.importBytes(SamplePDF.damaged())
        #expect(damaged.result.outcome == .repaired)
        #expect(damaged.result.note != nil)
        #expect(try bench.importBytes(SamplePDF.make(encryption: .locked)).result.outcome == .locked)
        #expect(try bench.importBytes(SamplePDF.make(encryption: .openable)).result.outcome == .imported)
        try bench.expectSound(3)
    }

    @Test func `equal bytes and equal names make two entries`() throws {
        let bench = try Workbench()
        let first = try bench.importBytes(SamplePDF.make())
        let second = try bench.importBytes(SamplePDF.make())
        #expect(first.id != second.id)
        #expect(first.result.sha256 == second.result.sha256)
        try bench.expectSound(2)
    }

    @Test func `what is not a document fails with its kind, at once, and leaves nothing`() throws {
        let bench = try Workbench()
        let folder = bench.folder
        mkfifo(folder.path("pipe.pdf"), 0o600)
        mkdir(folder.path("package.pdf"), 0o700)
        symlink("nowhere", folder.path("link.pdf"))
        truncate(try folder.write([], "sparse.pdf"), 10 << 30)
        let cases: [(String, ImportProblem.Kind, ImportPhase)] = [
            (folder.path("pipe.pdf"), .notAFile, .stage),
            (folder.path("package.pdf"), .notAFile, .stage),
            ("/dev/zero", .notAFile, .stage),
            (folder.path("link.pdf"), .missing, .stage),
            (folder.path("nothing.pdf"), .missing, .stage),
            (try folder.write([], "empty.pdf"), .empty, .stage),
            (folder.path("sparse.pdf"), .invalid, .validate),
            (try folder.write(Array("<!DOCTYPE html><p>Sorry".utf8), "page.pdf"), .invalid, .validate),
            (try folder.write([0, 1, 2, 3], "bytes.xyz"), .unknownType, .validate),
            (try folder.write(SamplePDF.truncated(), "cut.pdf"), .invalid, .validate),
        ]
        for (path, kind, phase) in cases {
            let failure = bench.failure(path)
            #expect(failure?.kind == kind, "\(path)")
            #expect(failure?.phase == phase, "\(path)")
        }
        try bench.expectSound(0)
    }

    @Test func `a symbolic link to a document is the document, under the link's name`() throws {
        let bench = try Workbench()
        symlink(try bench.folder.write(SamplePDF.make(), "real.pdf"), bench.folder.path("link.pdf"))
        #expect(try bench.importFile(bench.folder.path("link.pdf")).displayName == DisplayName("link.pdf"))
    }

    @Test func `the policy refuses what it is told to refuse and keeps what it is told to keep`() throws {
        var options = DocumentImporter.Options()
        options.policy = ImportPolicy(keepsRepaired: false, keepsLocked: false, keepsUnknownTypes: true)
        let bench = try Workbench(options)
        #expect(bench.failure(try bench.folder.write(SamplePDF.damaged(), "d.pdf"))?.kind == .damaged)
        #expect(bench.failure(try bench.folder.write(SamplePDF.make(encryption: .locked), "l.pdf"))?.kind == .locked)
        #expect(try bench.importBytes([0, 1, 2], "bytes.xyz").result.contentType == .unknown)
        try bench.expectSound(1)
    }

    @Test func `content is told by its bytes, and what the name claims is recorded beside it`() throws {
        let bench = try Workbench()
        let entry = try bench.importBytes(SamplePDF.make(), "mislabelled.txt")
        let listed = try #require(try bench.library.entry(entry.id))
        #expect(listed.contentType == .pdf)
        #expect(listed.claimedType == .plainText)
        #expect(try bench.importBytes(Array("# Notes".utf8), "notes.md").result.contentType == .markdown)
    }

    @Test func `a name is data, whatever it holds`() throws {
        let bench = try Workbench()
        for name in [
            "..pdf", "a\nb.pdf", "é.pdf", "e\u{301}.pdf", "%2F.pdf", String(repeating: "x", count: 251) + ".pdf",
        ] {
            #expect(try bench.importBytes(SamplePDF.make(), name).displayName == DisplayName(name))
        }
        let raw = Array(bench.folder.path("").utf8) + [0xFF, 0xFE] + Array(".pdf".utf8)
        let path = raw.map { CChar(bitPattern: $0) } + [0]
        let file = fopen(path, "w")
        SamplePDF.make().withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
        let entry = try bench.importer.start(PlainFileSource(path: raw)).wait()
        #expect(entry.displayName.bytes == [0xFF, 0xFE] + Array(".pdf".utf8))
        #expect(try bench.library.entry(entry.id)?.displayName == entry.displayName)
        try bench.expectSound(7)
    }

    @Test func `progress ends with all bytes, and the async form imports too`() async throws {
        let bench = try Workbench()
        let bytes = SamplePDF.make(padding: 3 << 20)
        let path = try bench.folder.write(bytes, "large.pdf")
        let seen = ProgressLog()
        let entry = try await bench.importer.importDocument(from: PlainFileSource(path: path)) { seen.add($0) }
        #expect(entry.result.size == Int64(bytes.count))
        #expect(seen.phases == ImportPhase.allCases)
        #expect(seen.last?.bytes == Int64(bytes.count))
    }

    @Test func `many imports at once, of the same document too, all come in`() throws {
        let bench = try Workbench()
        let path = try bench.folder.write(SamplePDF.make(), "one.pdf")
        let tasks = try (0..<60).map { _ in try bench.importer.start(PlainFileSource(path: path)) }
        let ids = Set(try tasks.map { try $0.wait().id })
        #expect(ids.count == 60)
        try bench.expectSound(60)
    }

    @Test func `a document whose parser crashes is rejected as unsafe`() throws {
        // A page tree so deep that libqpdf's recursion overflows its stack.
        let bench = try Workbench()
        var text = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        var offsets = [9]
        let depth = 200_000
        for number in 2..<depth {
            offsets.append(text.utf8.count)
            text += "\(number) 0 obj\n<< /Type /Pages /Count 1 /Kids [\(number + 1) 0 R] >>\nendobj\n"
        }
        offsets.append(text.utf8.count)
        text += "\(depth) 0 obj\n<< /Type /Page /MediaBox [0 0 9 9] >>\nendobj\n"
        let start = text.utf8.count
        text += "xref\n0 \(depth + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
        text += "trailer\n<< /Size \(depth + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        let failure = bench.failure(try bench.folder.write(Array(text.utf8), "deep.pdf"))
        #expect(failure?.kind == .unsafe)
        #expect(try bench.importBytes(SamplePDF.make()).result.outcome == .imported)
    }
}

final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [ImportControl.Progress] = []

    func add(_ progress: ImportControl.Progress) { lock.withLock { all.append(progress) } }
    var last: ImportControl.Progress? { lock.withLock { all.last } }
    var phases: [ImportPhase] {
        lock.withLock { all.map(\.phase).reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
    }
}
