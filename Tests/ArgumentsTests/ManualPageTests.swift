import Arguments
import Testing

@Suite struct ManualPageTests {
    @Test func `the page has a section for every command that does something`() {
        let page = ManualPage.text(for: SampleProgram.root)
        #expect(page.hasPrefix(".TH SAMPLE 1\n.SH NAME\nsample \\- a sample\n"))
        #expect(page.contains(".SS sample mount SOURCE MOUNTPOINT\n"))
        #expect(page.contains(".SS sample group import SOURCE… LIBRARY\n"))
        #expect(page.contains(".B \\-c, \\-\\-config FILE\nA file."))
        #expect(!page.contains(".SS sample group\n"))
    }
}
