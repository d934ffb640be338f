import Foundation
import ImportCore
import Importer
import ProviderTesting
import SystemIO
import Testing

/// Every name that a file can have is imported, listed, opened and exported as it is.
@Suite(.serialized) struct HostileNameTests {
    private static let names: [[UInt8]] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Data/hostile-names.txt").standardizedFileURL
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { Data(base64Encoded: String($0)) }
            .map(Array.init)
    }()

    private func write(_ bytes: [UInt8], to path: [UInt8]) throws {
        let number = try FileName(bytes: path).withCString { (path) throws(Errno) in
            try FileDescriptor.workingDirectory.open(path, [.writeOnly, .create, .exclusive], permissions: 0o600)
                .release()
        }
        let file = OwnedFileDescriptor(owning: number)
        try bytes.withUnsafeBytes { try file.borrowed.writeAll($0) }
    }

    /// Makes a document of each name in `source`, and imports what is seen of it at `place`.
    private func importAll(
        _ bench: Workbench, written source: String, seenAt place: String,
        _ make: @Sendable (_ path: [UInt8]) -> any ImportSource
    ) throws -> [ImportEntry] {
        #expect(Self.names.count == 257)
        let content = SamplePDF.make()
        for name in Self.names { try write(content, to: Array("\(source)/".utf8) + name) }
        let tasks = try Self.names.map { name in try bench.importer.start(make(Array("\(place)/".utf8) + name)) }
        return try tasks.map { try $0.wait() }
    }

    private func expectAll(_ entries: [ImportEntry], in bench: Workbench) throws {
        let listed = try bench.library.entries()
        #expect(Set(listed.map(\.displayName.bytes)) == Set(Self.names))
        let lines = try Programs.run(["list", "--library", bench.library.path]).output.split(separator: "\n")
        #expect(lines.count == Self.names.count)
        mkdir(bench.folder.path("out"), 0o700)
        let export = DocumentExport(from: bench.library)
        for (entry, name) in zip(entries, Self.names) {
            #expect(entry.displayName.bytes == name)
            let entry = try #require(try bench.library.entry(entry.id))
            #expect(FileManager.default.fileExists(atPath: try bench.library.documentPath(entry)))
            #expect(try export.export(entry, to: bench.folder.path("out")).bytes == name)
        }
        try bench.expectSound(Self.names.count)
    }

    @Test func `in a folder`() throws {
        let bench = try Workbench()
        mkdir(bench.folder.path("names"), 0o700)
        let folder = bench.folder.path("names")
        try expectAll(
            try importAll(bench, written: folder, seenAt: folder) { PlainFileSource(path: $0) }, in: bench)
    }

    @Test(.provider(yaml: "provider: Sample\n")) func `through a mount`() throws {
        let bench = try Workbench()
        let provider = try MountedProvider.current
        try expectAll(
            try importAll(bench, written: provider.source.path, seenAt: provider.url.path) { PickedSource(path: $0) },
            in: bench)
        let trace = try provider.trace
        #expect(trace.hasBalancedScopes)
        #expect(trace.hasReleasedAllClaims)
    }
}
