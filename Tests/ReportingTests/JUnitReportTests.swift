import Reporting
import Testing

@Suite struct JUnitReportTests {
    @Test func `a document is a case, a broken rule a failure, a void trial skipped`() {
        let text = JUnitReport(SampleRuns.matrix()).text
        #expect(
            text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fpsim matrix\" tests=\"4\""))
        #expect(
            text.contains("<testsuites name=\"fpsim matrix\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""))
        #expect(text.contains("<testcase classname=\"needs-scope\" name=\"Reports/q3.pdf\" time=\"0.000\"/>"))
        #expect(text.contains("<failure type=\"rule 2\""))
        #expect(text.contains("fpsim matrix --configs ends-early.yaml --seed 9</failure>"))
        #expect(text.contains("<skipped message=\"the rule “moves away” never fired\"/>"))
    }

    @Test func `no character that XML forbids gets in`() {
        let text = JUnitReport(SampleRuns.matrix()).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!text.contains("<script>"))
    }

    @Test func `of a soak each of the eight rules is a case, so that CI shows which held`() {
        let text = JUnitReport(SampleRuns.soak()).text
        #expect(text.contains("tests=\"8\" failures=\"1\""))
        #expect(text.contains("name=\"rule 1\" time=\"0.000\"/>"))
        #expect(text.contains("name=\"rule 2: an entry whose bytes are no version of the document, after end-early\""))
    }
}
