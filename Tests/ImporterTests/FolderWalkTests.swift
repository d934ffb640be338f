import Foundation
import ImportCore
import Importer
import ProviderTesting
import Testing

/// What a walk through a folder takes for documents.
@Suite struct FolderWalkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for path in ["tree/a.rtfd", "tree/sub/b.Pages/Data"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        for name in ["tree/a.rtfd/TXT.rtf", "tree/sub/b.Pages/Data/x.txt", "tree/c.txt", "outside.txt"] {
            try folder.write(Array("text\n".utf8), name)
        }
        for (name, target) in [
            ("tree/out.txt", "../outside.txt"), ("tree/a.rtfd/link", "/etc/passwd"), ("tree/up", ".."),
            ("tree/sub/in.txt", "../c.txt"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
        }
    }

    private func importing(_ words: String...) throws -> (status: Int32, output: String, error: String) {
        try Programs.run(["import", "--library", folder.path("tree/library"), "--recursive"] + words)
    }

    private func names() throws -> [String] {
        try DocumentLibrary(at: folder.path("tree/library")).entries().map(\.displayName.text).sorted()
    }

    @Test func `a package is one document, which fails, and no link is followed`() throws {
        let run = try importing(folder.path("tree"))
        #expect(run.status == 3)
        #expect(try names() == ["c.txt"])
        #expect(run.error == "1 imported, 2 failed, 3 symbolic links not followed\n")
        for name in ["a.rtfd", "b.Pages"] {
            let line = "“\(name)” could not be imported: it is a folder or a package"
            #expect(run.output.contains(line), "\(run.output)")
        }
    }

    @Test func `a package that is named fails likewise, and a link to a folder that is named is followed`() throws {
        #expect(try importing(folder.path("tree/a.rtfd/")).status == 1)
        #expect(try names() == [])
        try FileManager.default.createSymbolicLink(atPath: folder.path("named"), withDestinationPath: "tree/sub")
        #expect(try importing(folder.path("named")).status == 1)
        try folder.write(Array("more\n".utf8), "tree/sub/d.txt")
        #expect(try importing(folder.path("named")).status == 3)
        #expect(try names() == ["d.txt"])
    }

    @Test func `the library's own documents are not imported again`() throws {
        #expect(try importing(folder.path("tree/c.txt")).status == 0)
        let library = folder.path("tree/library")
        for path in [library, library + "/documents", folder.path("tree/../tree/library")] {
            let run = try importing(path)
            #expect(run.status == 1)
            #expect(run.output.contains("it is the library itself"), "\(run.output)")
        }
        unlink(folder.path("tree/c.txt"))
        #expect(try importing(folder.path("tree")).error.hasPrefix("0 imported, 2 failed"))
        #expect(try names() == ["c.txt"])
    }

    @Test func `the same on a mount`() throws {
        let text = Data("text\n".utf8)
        let provider = try MountedProvider(
            yaml: "provider: P\n", documents: ["t/a.rtfd/TXT.rtf": text, "t/b.key/x.txt": text, "t/c.txt": text])
        try FileManager.default.createSymbolicLink(
            atPath: provider.source.appendingPathComponent("t/link.txt").path, withDestinationPath: "c.txt")
        let run = try importing(provider.url.appendingPathComponent("t").path)
        #expect(run.status == 3)
        #expect(run.error == "1 imported, 2 failed, 1 symbolic links not followed\n")
        #expect(try names() == ["c.txt"])
        try provider.stop()
    }
}
