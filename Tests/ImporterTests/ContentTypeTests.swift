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
            (.heif, SampleContent.heic),
            (.jpeg, SampleContent.jpegOfInks),
            (.epub, SampleContent.zip(SampleContent.book)),
            (.epub, SampleContent.zip(Array(SampleContent.book.dropFirst()))),
            (.openText, SampleContent.zip([("mimetype", ContentType.openText.rawValue), ("content.xml", "<x/>")])),
            (.word, SampleContent.office("word/document.xml")),
            (.spreadsheet, SampleContent.office("xl/workbook.xml")),
            (.presentation, SampleContent.office("ppt/presentation.xml")),
            (
                .word,
                SampleContent.office(
                    "word/document2.xml",
                    types: """
                        <Types><Default Extension="xml" ContentType="application/xml"/><Override \
                        ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml' \
                        PartName = "/word/document2.xml"/></Types>
                        """)
            ),
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

    @Test func `an archive without the parts of a book or an office document is kept as an archive only`() throws {
        let bench = try Workbench()
        let open = ("mimetype", ContentType.openText.rawValue)
        let word = [("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "<r/>"), ("word/document.xml", "<d/>")]
        var broken: [(String, [(name: String, content: String)])] = [
            ("a.odt", [open]), ("a.odt", [open, ("content.xml", "<x")]),
            ("a.odt", [open, ("content.xml", String(repeating: "\0", count: 9))]),
            ("a.docx", [("x", "y")]), ("a.xlsx", [("a", "b")]),
        ]
        for index in word.indices {
            for content in [nil, "", "<cut", "<cut><part/>", "\0\0\0"] {
                var files = word
                files.remove(at: index)
                if let content { files.append((word[index].0, content)) }
                broken.append(("a.docx", files))
            }
        }
        for index in SampleContent.book.indices.dropFirst() {
            var files = SampleContent.book
            files.remove(at: index)
            broken.append(("a.epub", files))
            broken.append(("a.epub", files + [(SampleContent.book[index].name, "<cut><part/>")]))
        }
        for (name, files) in broken {
            let bytes = SampleContent.zip(files)
            #expect(bench.failure(try bench.folder.write(bytes, name))?.kind == .invalid, "\(name) of \(files)")
            #expect(try bench.importBytes(bytes, "a.zip").result.contentType == .zip, "\(files)")
        }
        // What an archive says of itself counts for the types only that say so.
        for stated in ["application/pdf", "image/png", "text/plain", "application/octet-stream"] {
            let bytes = SampleContent.zip([("mimetype", stated)])
            #expect(try bench.importBytes(bytes, "a").result.contentType == .zip, "\(stated)")
        }
        try bench.expectSound(broken.count + 4)
    }

    @Test func `a file packed in a manner that no library here knows doesn't make an archive damaged`() throws {
        let bench = try Workbench()
        var bytes = SampleContent.zip([("a.txt", "text")])
        // Deflate64, in the file's own header and in the directory.
        bytes[8] = 9
        let entry = try #require(bytes.firstRange(of: Array("PK\u{1}\u{2}".utf8)))
        bytes[entry.lowerBound + 10] = 9
        #expect(try bench.importBytes(bytes, "a.zip").result.contentType == .zip)
    }

    @Test func `text is told from what only begins as text`() throws {
        let bench = try Workbench()
        func utf16(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        }
        let long = String(repeating: "Grüße 😀\n", count: 3000)
        let texts: [(String, [UInt8])] = [
            ("a.md", Array("# PDF\n\nA file begins with `%PDF-1.7`.\n".utf8)),
            ("a.html", Array("<!doctype html><p>%PDF-1.4 1 0 obj".utf8)),
            ("a.txt", Array("%!PS, or \r\n %PDF-1.4\r\n\u{1A}".utf8)), ("a.txt", utf16(long)),
            (
                "a.txt",
                [0xFF, 0xFE, 0, 0]
                    + long.unicodeScalars.flatMap { scalar in
                        (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
                    }
            ),
            ("a.txt", Array("bell\u{7}, b\u{8}bold, \u{B}".utf8)),
        ]
        for (name, bytes) in texts {
            #expect(try bench.importBytes(bytes, name).result.contentType.isText, "\(name): \(bytes.prefix(40))")
        }
        var hole = utf16(long)
        for offset in 8192..<12288 { hole[offset] = 0 }
        let alone = utf16(long) + [0x00, 0xD8]
        for bytes in [hole, alone, utf16(long) + [0x3D, 0xD8, 0x41, 0x00], [0xFF, 0xFE, 0x00, 0xDC, 0x41, 0x00]] {
            #expect(bench.failure(try bench.folder.write(bytes, "a.txt"))?.kind == .invalid, "\(bytes.suffix(4))")
        }
        #expect(bench.failure(try bench.folder.write(Array("see %PDF-1.7".utf8), "a.pdf"))?.kind == .invalid)
        try bench.expectSound(texts.count)
    }
}
