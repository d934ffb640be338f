import ProviderSource
import SystemIO
import Testing

@Suite struct SynthesizedTreeTests {
    private func bytes(_ tree: SynthesizedTree, _ node: SourceNode, at offset: Int64, _ count: Int) throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        let read = try tree.open(node, .readOnly).read(into: buffer, at: offset)
        return Array(buffer[..<read])
    }

    @Test func `a million files are listed and found without a disk`() throws {
        let tree = SynthesizedTree(try SynthesizedShape("files=1000000,fanout=1000,size=8KiB"))
        let status = try tree.lookup("d999", in: tree.root)
        let folder = SourceNode(status, name: "d999", in: tree.root)
        #expect(try tree.lookup("f999999.bin", in: folder).size == 8192)
        #expect(throws: Errno.noSuchFile) { try tree.lookup("f0.bin", in: folder) }
        #expect(throws: Errno.noSuchFile) { try tree.lookup("f0999999.bin", in: folder) }
        let listing = try tree.openDirectory(folder)
        var count = 0
        while try listing.peek() != nil {
            count += 1
            listing.advance()
        }
        #expect(count == 1002)
    }

    @Test func `bytes are the same however they are read`() throws {
        let tree = SynthesizedTree(try SynthesizedShape("files=3,size=10000"))
        let node = SourceNode(try tree.lookup("f2.bin", in: tree.root), name: "f2.bin", in: tree.root)
        let whole = try bytes(tree, node, at: 0, 20000)
        #expect(whole.count == 10000)
        #expect(try bytes(tree, node, at: 4093, 77) == Array(whole[4093..<4170]))
        #expect(Set(whole).count == 256)
    }

    @Test func `a document has the shape of a PDF`() throws {
        let tree = SynthesizedTree(try SynthesizedShape("files=3,size=4KiB,kind=pdf"))
        let node = SourceNode(try tree.lookup("f1.pdf", in: tree.root), name: "f1.pdf", in: tree.root)
        let text = String(decoding: try bytes(tree, node, at: 0, 5000), as: UTF8.self)
        #expect(text.utf8.count == 4096)
        #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("%%EOF\n"))
    }

    @Test(arguments: [
        ("files", "'files': expected key=value, such as files=1000"),
        ("files=x", "files=x: expected a number from 0 to 100000000"),
        ("fanout=0", "fanout=0: expected a number from 1 to 10000000"),
        ("kind=doc", "kind=doc: expected data or pdf"),
        ("name=x", "'name': expected files, size, fanout or kind"),
        ("kind=pdf,size=10", "size=10: a PDF has at least 1024 bytes"),
    ])
    func `a shape that isn't one says why`(_ text: String, _ message: String) {
        let error = #expect(throws: SynthesizedShape.ParseError.self) { try SynthesizedShape(text) }
        #expect(error?.description == message)
    }
}
