import Foundation
import SystemIO
import Testing

@Suite struct RemovingContentsTests {
    @Test func `a folder is emptied, and what its links lead to stays`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("inbox/package.pages/deeper")
        let kept = folder.appendingPathComponent("kept")
        for url in [inner, kept] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        for url in [inner, kept] { try Data("x".utf8).write(to: url.appendingPathComponent("file")) }
        try FileManager.default.createSymbolicLink(at: inner.appendingPathComponent("link"), withDestinationURL: kept)
        let inbox = folder.appendingPathComponent("inbox").path
        let descriptor = try FileDescriptor.workingDirectory.open(inbox, [.readOnly, .directory])
        try descriptor.borrowed.removeContents()
        try descriptor.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == [])
        #expect(FileManager.default.fileExists(atPath: kept.appendingPathComponent("file").path))
    }
}
