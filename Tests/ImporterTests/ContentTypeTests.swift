import ImportCore
import Importer
import Testing

@Suite struct ContentTypeTests {
    @Test func `each type is known by its bytes, whatever the name says`() throws {
        let bench = try Workbench()
        let types: [(ContentType, [UInt8])] = [
            (.png, SampleContent.png()),
            (.jpeg, SampleContent.jpeg()),
            (.zip, SampleContent.zip([("a.txt", "text")])),
            (
                .epub,
                SampleContent.zip([("mimetype", ContentType.epub.rawValue), ("META-INF/container.xml", "<container/>")])
            ),
            (.openText, SampleContent.zip([("mimetype", ContentType.openText.rawValue), ("content.xml", "<x/>")])),
            (.word, SampleContent.zip([("[Content_Types].xml", "<Types/>"), ("word/document.xml", "<document/>")])),
            (.spreadsheet, SampleContent.zip([("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<x/>")])),
            (.presentation, SampleContent.zip([("[Content_Types].xml", "<T/>"), ("ppt/presentation.xml", "<x/>")])),
        ]
        for (type, bytes) in types {
            #expect(try bench.importBytes(bytes, "document").result.contentType == type, "\(type)")
            // A name that says PDF has the validator leave out what only other types need, at first.
            #expect(try bench.importBytes(bytes, "document.pdf").result.contentType == type, "\(type)")
        }
        try bench.expectSound(2 * types.count)
    }

    @Test func `a cut or damaged image or archive is not kept as whole`() throws {
        let bench = try Workbench()
        for (name, bytes) in [
            ("a.png", SampleContent.png()),
            ("a.zip", SampleContent.zip([("a.txt", String(repeating: "x", count: 500))])),
        ] {
            for count in stride(from: 20, to: bytes.count, by: bytes.count / 20) {
                let failure = bench.failure(try bench.folder.write(Array(bytes.prefix(count)), name))
                #expect(failure?.kind == .invalid, "\(name) cut at \(count)")
            }
            var damaged = bytes
            damaged[bytes.count / 2] ^= 0x55
            #expect(bench.failure(try bench.folder.write(damaged, name))?.kind == .invalid, "\(name)")
        }
        // What is left of a cut JPEG can be shown, and is marked.
        let cut = Array(SampleContent.jpeg().dropLast(200))
        #expect(try bench.importBytes(cut, "a.jpg").result.outcome == .repaired)
        #expect(
            bench.failure(try bench.folder.write([0, 0, 0, 24] + Array("ftypheic".utf8), "a.heic"))?.kind == .invalid)
        try bench.expectSound(1)
    }
}
