import Testing
import Trace

@Suite struct TraceOutputTests {
    private var read: TraceEvent {
        var event = TraceEvent(.operation)
        event.time = 1_500_000_000
        event.operation = "read"
        event.path = "a/b.pdf"
        event.pid = 7
        event.process = "cat"
        event.offset = 0
        event.size = 4096
        event.errno = "EIO"
        event.rule = "fails"
        event.duration = 2_000_000
        return event
    }

    @Test func `a timeline's line says when, what, where, who and how`() {
        #expect(
            TimelineLine.text(of: read).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                == "1.500000 read a/b.pdf cat[7] 0+4096 EIO 2 ms (rule: fails)")
    }

    @Test func `a filter keeps what fits all that is asked`() {
        var filter = TraceFilter()
        #expect(filter.keeps(read))
        filter.path = { $0.hasSuffix(".pdf") }
        filter.process = "7"
        filter.slowerThan = 1_000_000
        #expect(filter.keeps(read))
        #expect(!filter.keeps(TraceEvent(.mount)))
        filter.errno = "EPERM"
        #expect(!filter.keeps(read))
    }

    @Test func `Chrome's format has a bar that begins when the operation did`() {
        let header = TraceHeader(mount: "/m", provider: "P", seed: 1, startedAt: "")
        let text = String(decoding: ChromeTrace.json(header, [read, TraceEvent(.mount)]), as: UTF8.self)
        #expect(text.contains(#""name":"read","cat":"op","ph":"X","ts":1498000,"dur":2000,"pid":7"#))
        #expect(text.contains(#""args":{"name":"cat"}"#))
        #expect(text.hasSuffix("]}\n"))
    }

    @Test func `the schema describes every field and kind`() {
        for field in TraceField.allCases { #expect(TraceSchema.text.contains("\"\(field.rawValue)\": {")) }
        for kind in TraceEvent.Kind.allCases { #expect(TraceSchema.text.contains("\"\(kind.rawValue)\"")) }
    }
}
