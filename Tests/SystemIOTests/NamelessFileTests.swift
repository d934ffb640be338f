import Foundation
import SystemIO
import Testing

/// A file without a name, and one with a hidden name where there are no others.
@Suite struct NamelessFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private func withFolder(_ body: (FileDescriptor) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let opened = try FileDescriptor.workingDirectory.open(folder.path, [.readOnly, .directory])
        try body(opened.borrowed)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(arguments: [false, true]) func `it is seen when it gets its name, and replaces nothing`(hides: Bool) throws {
        try withFolder { opened in
            try Data("before".utf8).write(to: folder.appendingPathComponent("taken"))
            let file = try NamelessFile(in: opened, hides: hides)
            try file.descriptor.writeAll("whole")
            let visible = try names
            #expect(visible.filter { !$0.hasPrefix(NamelessFile.hiddenPrefix) } == ["taken"])
            #expect(visible.count == (hides ? 2 : 1))
            #expect(throws: Errno.fileExists) { try file.name("taken") }
            try file.name("free")
            #expect(try names == ["free", "taken"])
            let contents = try ["free", "taken"].map { try Data(contentsOf: folder.appendingPathComponent($0)) }
            #expect(contents == [Data("whole".utf8), Data("before".utf8)])
        }
    }

    @Test(arguments: [false, true]) func `one that gets no name leaves nothing`(hides: Bool) throws {
        try withFolder { opened in
            var file: NamelessFile? = try NamelessFile(in: opened, hides: hides)
            try file?.descriptor.writeAll("part")
            #expect(try names.count == (hides ? 1 : 0))
            file = nil
            #expect(try names == [])
        }
    }
}
