import Testing

@testable import Trials

@Suite struct SamplePDFTests {
    @Test(arguments: [1, 3 << 10, 64 << 10, 256 << 10, 3 << 20])
    func `a document has about the size that was asked for`(size: Int) {
        let bytes = SamplePDF.bytes(size: size, seed: 1)
        #expect(bytes.count < max(size, 1024) + 4096)
        #expect(bytes.count >= size - 4096)
    }

    @Test func `the same seed gives the same bytes, another gives others`() {
        #expect(SamplePDF.bytes(size: 5000, seed: 1) == SamplePDF.bytes(size: 5000, seed: 1))
        #expect(SamplePDF.bytes(size: 5000, seed: 1) != SamplePDF.bytes(size: 5000, seed: 2))
    }

    @Test func `the cross-reference table points at the objects`() throws {
        let text = String(decoding: SamplePDF.bytes(size: 3000, seed: 1), as: UTF8.self)
        let start = try #require(text.range(of: "startxref\n"))
        let offset = try #require(Int(text[start.upperBound...].prefix(while: \.isNumber)))
        #expect(String(decoding: Array(text.utf8)[offset..<offset + 4], as: UTF8.self) == "xref")
        #expect(text.hasSuffix("%%EOF\n"))
    }
}

extension String {
    fileprivate func range(of word: String) -> Range<String.Index>? {
        ranges(of: word).last
    }
}
