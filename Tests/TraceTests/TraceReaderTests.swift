import Testing
import Trace

@Suite struct TraceReaderTests {
    private let header = TraceHeader(
        mount: "/mnt/p", provider: "OneDrive", seed: .max, startedAt: "2026-11-30T04:00:00Z")

    private func written(_ events: [TraceEvent]) -> [UInt8] {
        var line = JSONLine()
        line.write(header)
        for event in events { line.write(event) }
        return line.bytes
    }

    /// An event that has every field.
    private var full: TraceEvent {
        var event = TraceEvent(.operation)
        event.time = 12
        event.sequence = 3
        event.pid = 77
        for field in TraceField.allCases {
            switch field.storage {
            case .text(let path): event[keyPath: path] = "\(field.rawValue) \"quoted\" \\ \n\t\u{1} é 😀"
            case .number(let path): event[keyPath: path] = -Int64(field.rawValue.count)
            case .special: break
            }
        }
        return event
    }

    @Test func `every field survives writing and reading`() throws {
        let reader = try TraceReader(written([full, TraceEvent(.unmount)]))
        #expect(reader.header == header)
        #expect(reader.events == [full, TraceEvent(.unmount)])
        #expect(!reader.endsWithinALine)
    }

    @Test func `a field that doesn't apply is absent`() {
        let text = String(decoding: written([TraceEvent(.mount)]), as: UTF8.self)
        #expect(text.split(separator: "\n").last == #"{"t":0,"n":0,"kind":"mount"}"#)
    }

    @Test func `a line that a killed provider cut is left out and said`() throws {
        let bytes = written([full, full]).dropLast(20)
        let reader = try TraceReader(Array(bytes))
        #expect(reader.events == [full])
        #expect(reader.endsWithinALine)
    }

    @Test func `fields that this program doesn't know are skipped`() throws {
        let line = Array(#"{"t":1,"n":1,"new":{"a":["}"]},"kind":"op","more":[1,2.5,null]}"#.utf8) + [0x0A]
        #expect(try TraceReader(written([]) + line).events.map(\.time) == [1])
    }

    @Test(arguments: [
        ("", "the trace is empty"),
        ("hello\n", "this is not a trace: expected '{' at byte 1"),
        (#"{"a":1}"# + "\n", "this is not a trace: its first line has no \"trace\""),
        (#"{"trace":9}"# + "\n", "the trace has format 9, and this program knows up to 1"),
        (#"{"trace":1}"# + "\n" + #"{"kind":"op","t":"x"}"# + "\n", "line 2: \"t\" has a value of the wrong type"),
        (#"{"trace":1}"# + "\n" + #"{"kind":"nope"}"# + "\n", "line 2: unknown kind \"nope\""),
        (#"{"trace":1}"# + "\n" + #"{"t":1}"# + "\n", "line 2: no \"kind\""),
    ])
    func `what can't be read is named with its line`(text: String, message: String) {
        let failure = #expect(throws: TraceReader.Failure.self) { try TraceReader(Array(text.utf8)) }
        #expect(failure?.description == message)
    }
}
