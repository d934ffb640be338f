import Foundation
import ProviderSource
import SystemIO
import Testing

@Suite struct DirectoryTreeTests {
    private let folder: TemporaryFolder
    private let tree: DirectoryTree
    private let maker = Maker(userID: getuid(), groupID: getgid(), umask: 0o022)

    init() throws {
        folder = try TemporaryFolder()
        tree = try DirectoryTree(path: RawPath(folder.path), descriptorLimit: 4)
    }

    private func node(_ names: String...) throws -> SourceNode {
        var node = tree.root
        for name in names {
            node = SourceNode(try tree.lookup(FileName(name), in: node), name: FileName(name), in: node)
        }
        return node
    }

    private func bytes(of node: SourceNode) throws -> String {
        let file = try tree.open(node, .readOnly)
        return try contents(of: file)
    }

    private func contents(of file: SourceFile) throws -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        let count = try file.read(into: buffer, at: 0)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test func `a file is found, described and read by way of its folders`() throws {
        try folder.write("text", to: "a/b/c.txt")
        let node = try node("a", "b", "c.txt")
        #expect(try tree.status(of: node).size == 4)
        #expect(try bytes(of: node) == "text")
    }

    @Test func `no link leads out of the tree`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/out", withDestinationPath: "/etc")
        let out = try node("out")
        #expect(try tree.readLink(out) == Array("/etc".utf8))
        #expect(throws: Errno.self) { try tree.lookup("passwd", in: out) }
        #expect(throws: Errno.self) { try tree.open(out, .readOnly) }
    }

    @Test func `a hundred open files fit into four descriptors`() throws {
        var files: [(String, SourceFile)] = []
        for index in 0..<100 {
            try folder.write("text \(index)", to: "d\(index % 7)/f\(index)")
            files.append(("text \(index)", try tree.open(try node("d\(index % 7)", "f\(index)"), .readOnly)))
        }
        for (text, file) in files { #expect(try contents(of: file) == text) }
    }

    @Test func `files that are unlinked while open stay readable beyond the descriptors that there are`() throws {
        var files: [SourceFile] = []
        let parent = try {
            try folder.write("", to: "d/x")
            return try node("d")
        }()
        for index in 0..<20 {
            let name = FileName("f\(index)")
            try folder.write("text \(index)", to: "d/f\(index)")
            let node = SourceNode(try tree.lookup(name, in: parent), name: name, in: parent)
            files.append(try tree.open(node, .readOnly))
        }
        for (index, file) in files.enumerated() {
            try tree.unlink(FileName("f\(index)"), in: parent, file.node, hasOtherNames: false)
        }
        for (index, file) in files.enumerated() { #expect(try contents(of: file) == "text \(index)") }
    }

    @Test func `an unlinked file stays readable while it is open`() throws {
        try folder.write("text", to: "f")
        let node = try node("f")
        let file = try tree.open(node, .readOnly)
        try tree.unlink("f", in: tree.root, node, hasOtherNames: false)
        #expect(throws: Errno.noSuchFile) { try tree.lookup("f", in: tree.root) }
        #expect(try contents(of: file) == "text")
        #expect(try file.status().linkCount == 0)
    }

    @Test func `a file without a name can be read, changed, and given a name`() throws {
        let (file, status) = try tree.createTemporary(
            in: tree.root, [.readWrite, .temporary], permissions: 0o600, by: maker
        ) { SourceNode($0, name: "", in: tree.root) }
        #expect(status.linkCount == 0)
        try file.descriptor()?.writeAll("text")
        #expect(try tree.status(of: file.node).size == 4)
        #expect(try bytes(of: file.node) == "text")
        #expect(try tree.link(file.node, as: "named", in: tree.root).linkCount == 1)
        #expect(try bytes(of: try node("named")) == "text")
    }

    @Test func `what is unlinked while it is open can still be described and changed by its node`() throws {
        try folder.write("text", to: "f")
        let node = try node("f")
        let file = try tree.open(node, .readOnly)
        try tree.unlink("f", in: tree.root, node, hasOtherNames: false)
        #expect(try tree.status(of: node).linkCount == 0)
        var changes = AttributeChanges()
        changes.permissions = 0o640
        changes.size = 1
        #expect(try tree.change(node, nil, changes).permissions == 0o640)
        #expect(try contents(of: file) == "t")
    }

    @Test func `a write by others takes set-ID bits away`() throws {
        try folder.write("text", to: "f")
        let node = try node("f")
        var changes = AttributeChanges()
        changes.permissions = 0o6755
        #expect(try tree.change(node, nil, changes).permissions == 0o6755)
        try tree.clearSetID(try tree.open(node, .readWrite))
        #expect(try tree.status(of: node).permissions == 0o755)
    }

    @Test func `a node follows its renames, and those of its folder`() throws {
        try folder.write("text", to: "a/f")
        let parent = try node("a")
        let file = SourceNode(try tree.lookup("f", in: parent), name: "f", in: parent)
        try tree.rename("f", in: parent, file, to: "g", in: tree.root, replacing: nil, flags: [])
        #expect(try bytes(of: file) == "text")
        try tree.rename("g", in: tree.root, file, to: "h", in: parent, replacing: nil, flags: [])
        try tree.rename("a", in: tree.root, parent, to: "b", in: tree.root, replacing: nil, flags: [])
        #expect(try bytes(of: file) == "text")
        #expect(try String(contentsOfFile: folder.path + "/b/h", encoding: .utf8) == "text")
    }

    @Test func `a rename that must not replace fails, and an exchange exchanges`() throws {
        try folder.write("1", to: "a")
        try folder.write("2", to: "b")
        let (a, b) = (try node("a"), try node("b"))
        #expect(throws: Errno.fileExists) {
            try tree.rename("a", in: tree.root, a, to: "b", in: tree.root, replacing: b, flags: .noReplace)
        }
        try tree.rename("a", in: tree.root, a, to: "b", in: tree.root, replacing: b, flags: .exchange)
        #expect(try bytes(of: a) == "1")
        #expect(a.name == "b" && b.name == "a")
    }

    @Test func `another object under the same name is not taken for the first`() throws {
        try folder.write("old", to: "f")
        let node = try node("f")
        try folder.write("new", to: "g")
        try FileManager.default.moveItem(atPath: folder.path + "/f", toPath: folder.path + "/kept")
        try FileManager.default.moveItem(atPath: folder.path + "/g", toPath: folder.path + "/f")
        #expect(throws: Errno.stale) { try tree.open(node, .readOnly) }
    }

    @Test func `files, folders, links and nodes are made as their maker wants them`() throws {
        let (file, status) = try tree.create(
            "f", in: tree.root, [.readWrite, .create, .exclusive], permissions: 0o666, by: maker
        ) { SourceNode($0, name: "f", in: tree.root) }
        #expect(status.permissions == 0o644)
        #expect(try file.descriptor() != nil)
        #expect(try tree.makeDirectory("d", in: tree.root, permissions: 0o777, by: maker).permissions == 0o755)
        #expect(try tree.makeSymbolicLink("l", in: tree.root, to: "nowhere", by: maker).isSymbolicLink)
        #expect(try tree.makeNode("p", in: tree.root, mode: 0o010644, device: 0, by: maker).kind == .fifo)
        #expect(try tree.link(try node("f"), as: "f2", in: try node("d")).linkCount == 2)
        if getuid() == 0 {
            let other = Maker(userID: 1000, groupID: 1001, umask: 0o077)
            let theirs = try tree.makeNode("t", in: tree.root, mode: 0o100666, device: 0, by: other)
            #expect((theirs.userID, theirs.groupID, theirs.permissions) == (1000, 1001, 0o600))
        }
    }

    @Test func `mode, size and times change, with and without an open file`() throws {
        try folder.write("text", to: "f")
        let node = try node("f")
        var changes = AttributeChanges()
        changes.permissions = 0o600
        changes.size = 2
        changes.modified = .to(FileStatus.Timestamp(seconds: 1000, nanoseconds: 5))
        let status = try tree.change(node, nil, changes)
        #expect(status.permissions == 0o600 && status.size == 2)
        #expect(status.modified == FileStatus.Timestamp(seconds: 1000, nanoseconds: 5))
        var longer = AttributeChanges()
        longer.size = 10
        #expect(try tree.change(node, try tree.open(node, .readWrite), longer).size == 10)
    }

    @Test func `extended attributes are read and written without following links`() throws {
        try folder.write("text", to: "f")
        let node = try node("f")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }
        try tree.setExtendedAttribute("user.a", of: node, to: Array("value".utf8), flags: 0)
        #expect(try tree.extendedAttribute("user.a", of: node, into: buffer) == 5)
        #expect(try tree.extendedAttributeNames(of: node, into: buffer) == 7)
        try tree.removeExtendedAttribute("user.a", of: node)
        #expect(throws: Errno(name: "ENODATA")!) { try tree.extendedAttribute("user.a", of: node, into: buffer) }
    }

    @Test func `a listing goes on where it was left`() throws {
        for index in 0..<500 { try folder.write("", to: "f\(index)") }
        let listing = try tree.openDirectory(tree.root)
        var names: Set<String> = []
        var middle: UInt64 = 0
        while let entry = try listing.peek() {
            names.insert(String(decoding: entry.name, as: UTF8.self))
            if names.count == 250 { middle = entry.next }
            listing.advance()
        }
        #expect(names.count == 502 && names.contains("..") && names.contains("f499"))
        try listing.seek(to: middle)
        var rest = 0
        while try listing.peek() != nil {
            rest += 1
            listing.advance()
        }
        #expect(rest == 252)
    }
}

@Suite(.enabled(if: getuid() == 0, "overlayfs needs root")) struct OverlayTests {
    @Test func `what is written over a source leaves the source as it is, and is found again`() throws {
        let source = try TemporaryFolder()
        let changes = try TemporaryFolder()
        try source.write("old", to: "a:b/f")
        for isFirst in [true, false] {
            let tree = try DirectoryTree(source: RawPath(source.path + "/a:b"), overlay: RawPath(changes.path))
            let node = SourceNode(try tree.lookup("f", in: tree.root), name: "f", in: tree.root)
            #expect(try tree.status(of: node).size == (isFirst ? 3 : 7))
            guard isFirst else { break }
            let file = try tree.open(node, [.writeOnly, .truncate])
            try file.descriptor()?.writeAll("changed")
            try tree.unlink("f", in: tree.root, node, hasOtherNames: false)
            #expect(throws: Errno.noSuchFile) { try tree.lookup("f", in: tree.root) }
            let maker = Maker(userID: 0, groupID: 0, umask: 0o022)
            let made = try tree.create("f", in: tree.root, .writeOnly, permissions: 0o644, by: maker) {
                SourceNode($0, name: "f", in: tree.root)
            }
            try made.file.descriptor()?.writeAll("another")
        }
        #expect(try String(contentsOfFile: source.path + "/a:b/f", encoding: .utf8) == "old")
    }

    @Test func `an overlay that can't be made says why`() throws {
        let changes = try TemporaryFolder()
        let error = #expect(throws: DirectoryTree.OverlayError.self) {
            _ = try DirectoryTree(source: "/nonexistent", overlay: RawPath(changes.path))
        }
        #expect(error?.description.contains("/nonexistent") == true)
    }
}

/// A folder of the test's own, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path() + "/fpsim-source-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to file: String) throws {
        let url = URL(filePath: path + "/" + file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
