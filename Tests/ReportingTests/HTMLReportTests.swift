import Reporting
import Testing

@Suite struct HTMLReportTests {
    private let page = HTMLReport(SampleRuns.matrix(), traces: [1: SampleRuns.trace]).text

    @Test func `nothing in the page asks the network for anything`() {
        for way in ["src=", "href=\"http", "@import", "url(", "fetch(", "<link", "<iframe"] {
            #expect(!page.contains(way), "\(way)")
        }
        #expect(page.contains("default-src 'none'"))
    }

    @Test func `a hostile name is text, and its control characters are shown`() {
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("a⟨U+202E⟩&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;⟨U+000A⟩.pdf"))
    }

    @Test func `each behaviour is a row, with the failing phase and what was expected`() {
        #expect(page.contains("<th scope=\"row\">ends-early<br><small>OneDrive</small></th>"))
        #expect(page.contains("failed: stage"))
        #expect(page.contains("expected: failed: stage"))
    }

    @Test func `a failing trial has a timeline with phases, operations and faults, and a table of it`() {
        #expect(page.contains("id=\"trial-2\""))
        for word in ["authorize", "coordinate", "stage", "class=\"fault\"", "The timeline as a table"] {
            #expect(page.contains(word), "\(word)")
        }
        #expect(!page.contains("id=\"trial-1\""))
    }

    @Test func `colour is never the only sign`() {
        #expect(page.contains("<span aria-hidden=\"true\">✗</span> imported"))
    }

    @Test func `a soak shows each cause once, with its count and its folder`() {
        let page = HTMLReport(SampleRuns.soak()).text
        #expect(page.contains("41 times, first in trial 17"))
        #expect(page.contains("fpsim repro findings/rule-2-end-early"))
        #expect(page.contains("failed 5 of 5 times"))
        #expect(page.contains("812 failed: stage"))
    }

    @Test func `a run of many documents is put together by type`() {
        var run = SampleRuns.matrix()
        run.trials[0].documents = (0..<40).map {
            DocumentRecord(path: "\($0).pdf", type: "PDF", size: 1, outcome: "imported")
        }
        #expect(OutcomeMatrix(run.trials).columns == ["PDF"])
    }
}
