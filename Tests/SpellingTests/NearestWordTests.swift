import Testing

@testable import Spelling

@Suite struct NearestWordTests {
    @Test(arguments: [
        ("moutn", "mount"), ("unmont", "unmount"), ("stal", "stall"), ("EPRM", "EPERM"), ("Open", "open"),
    ])
    func `a mistyped word finds the one that was meant`(typed: String, meant: String) {
        #expect(NearestWord.to(typed, among: ["mount", "unmount", "stall", "EPERM", "open", "read"]) == meant)
    }

    @Test func `a word unlike all others finds none`() {
        #expect(NearestWord.to("zebra", among: ["mount", "unmount", "list"]) == nil)
    }

    @Test func `a swap of neighbours is one edit`() {
        #expect(NearestWord.distance(Array("ab"), Array("ba")) == 1)
    }

    @Test func `nothing known finds nothing`() {
        #expect(NearestWord.to("", among: []) == nil)
    }
}
