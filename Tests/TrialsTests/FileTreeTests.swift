import Glibc
import Testing

@testable import Trials

@Suite struct FileTreeTests {
    @Test func `files are found with their digests, and what is no file isn't opened`() throws {
        let workspace = try Workspace()
        try workspace.write(Array("abc".utf8), to: "library/documents/1.pdf")
        #expect(mkfifo("\(workspace.path)/library/pipe", 0o600) == 0)
        #expect(symlink("/etc/passwd", "\(workspace.path)/library/link") == 0)
        var tree = FileTree()
        let files = tree.files(in: "\(workspace.path)/library")
        #expect(files.map(\.path) == ["documents/1.pdf", "link", "pipe"])
        #expect(files[0].sha256 == ContentDigest(of: Array("abc".utf8)).sha256)
        #expect(files[1].sha256 == nil)
        #expect(files[2].type == "no regular file")
    }

    @Test func `a file that was changed is read again`() throws {
        let workspace = try Workspace()
        try workspace.write(Array("abc".utf8), to: "a")
        var tree = FileTree()
        let before = tree.files(in: workspace.path)
        #expect(unlink("\(workspace.path)/a") == 0)
        try workspace.write(Array("abd".utf8), to: "a")
        #expect(tree.files(in: workspace.path) != before)
    }

    @Test func `a workspace is gone with its value`() throws {
        var workspace: Workspace? = try Workspace()
        let path = try #require(workspace?.path)
        try workspace?.write([1], to: "a/b/c")
        workspace = nil
        #expect(access(path, F_OK) == -1)
    }
}
