import Testing

@testable import ControlProtocol

@Suite struct PickedURLTests {
    @Test(arguments: [
        ("file:///mnt/p/a%20b.pdf?fpsim-scope=T1", "/mnt/p/a b.pdf", "T1" as String?),
        ("file:/mnt/a.pdf", "/mnt/a.pdf", nil),
        ("file://localhost/mnt/a.pdf?x=1&fpsim-scope=T", "/mnt/a.pdf", "T"),
        ("FILE:///mnt/a%3Fb%25.pdf#page=2", "/mnt/a?b%.pdf", nil),
        ("file:///mnt/a.pdf?", "/mnt/a.pdf", nil),
        ("file:///mnt/e%CC%81.pdf?fpsim-scope=A&fpsim-scope=B?#c", "/mnt/e\u{301}.pdf", "A"),
    ])
    func `a file URL gives its path and its token`(text: String, path: String, token: String?) {
        #expect(PickedURL(text) == PickedURL(path: Array(path.utf8), token: token))
    }

    @Test(arguments: [
        "/mnt/a.pdf", "https://example.org/a.pdf", "file://server/a.pdf", "file:a.pdf", "file:///a%0.pdf", "file:///a%",
        "file", "",
        "file:///a%00b",
    ])
    func `what isn't an absolute file URL on this machine is refused`(text: String) {
        #expect(PickedURL(text) == nil)
    }

    @Test func `any name survives the way through the URL`() {
        let path = [UInt8(ascii: "/")] + (1...255).map { UInt8($0) }
        let url = PickedURL(path: path, token: "T")
        #expect(PickedURL(url.text) == url)
    }
}
