import Reporting
import Testing

@Suite struct ExactPathTests {
    private let composed = "\u{dc}bung/R\u{e9}sum\u{e9}.pdf"
    private let decomposed = "\u{dc}bung/Re\u{301}sume\u{301}.pdf"

    @Test func `Paths that differ in normalization only are two`() {
        #expect(composed == decomposed)
        #expect(ExactPath(composed) != ExactPath(decomposed))
        #expect(Set([ExactPath(composed), ExactPath(decomposed)]).count == 2)
        #expect(!composed.isPath(decomposed))
        #expect(composed.isPath(composed))
    }

    @Test func `What is in a folder is found by bytes`() {
        #expect(composed.isPath(beneath: "\u{dc}bung"))
        #expect(!composed.isPath(beneath: "U\u{308}bung"))
        #expect(!"ab/c".isPath(beneath: "a"))
        #expect(!"a".isPath(beneath: "a"))
        #expect(!"a/".isPath(beneath: "a"))
    }
}
