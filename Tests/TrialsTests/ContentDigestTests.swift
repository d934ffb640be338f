import Testing

@testable import Trials

@Suite struct ContentDigestTests {
    @Test func `the hash is SHA-256`() {
        #expect(
            ContentDigest(of: Array("abc".utf8)).sha256
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: [
        ("", "empty"), ("%PDF-1.4\n", "PDF"), ("junk %PDF-1.4", "PDF"), ("\n<!DOCTYPE html>", "HTML"),
        ("PK\u{3}\u{4}", "ZIP"), ("plain words", "text"), ("\u{1}\u{2}", "data"),
    ])
    func `the type is told by the first bytes`(content: String, type: String) {
        #expect(ContentDigest(of: Array(content.utf8)).type == type)
    }
}
