import Conformance
import Foundation
import Testing
import Trace

/// A trace file may come from anybody: whatever numbers and texts are in it, it is refused or shown, and what is shown
/// is well formed.
@Suite struct HostileTraceFileTests {
    private static let numbers = [
        "0", "-0", "1", "-1", "999999", "-999999", "-1000001", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "99999999999999999999", "1e400", "1.5", "null", "true", "\"7\"", "[]", "{}",
    ]
    private static let texts = [
        #""""#, #""open""#, #""\u0000""#, #""\ud800""#, #""\ud83d\ude00""#, #""\ud83dx""#, #""\"\\\/\b\f\n\r\t""#,
        #""</script><svg onload=\"x\">]]>&amp;""#, "\"\u{202E}\u{2028}\u{FEFF}\u{FFFE}\"", "\"\u{7F}\u{1}\"", #""\x""#,
        #""\u12""#, "\"unended", "\"\(String(repeating: "ä", count: 3000))\"", "0", "null",
    ]
    private static let kinds = TraceEvent.Kind.allCases.map { "\"\($0.rawValue)\"" } + ["\"none\"", "7"]
    private static let numeric: Set<TraceField> = [
        .t, .n, .pid, .offset, .size, .result, .nth, .ns, .version, .count, .flags,
    ]

    /// A line as somebody could have written it; most of them hold together.
    private func line(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
        var fields: [String] = []
        for field in TraceField.allCases where Int.random(in: 0..<3, using: &generator) > 0 || field == .kind {
            let isOdd = Int.random(in: 0..<40, using: &generator) == 0
            let usual = Self.numeric.contains(field) ? Self.numbers.prefix(9) : Self.texts.prefix(10)
            let odd = (Self.numbers + Self.texts)[...]
            let known = field == .kind ? Self.kinds.prefix(TraceEvent.Kind.allCases.count) : usual
            let value = (isOdd ? odd : known).randomElement(using: &generator) ?? "0"
            fields.append("\"\(field.rawValue)\":\(value)")
        }
        var bytes = Array("{\(fields.shuffled(using: &generator).joined(separator: ","))}".utf8)
        if Int.random(in: 0..<20, using: &generator) == 0, let index = bytes.indices.randomElement(using: &generator) {
            bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        return bytes + [0x0A]
    }

    @Test func `it is refused, or it becomes lines and JSON that everybody can read`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let header = Array(#"{"trace":1,"mount":"/m","provider":"P","seed":18446744073709551615,"startedAt":""}"#.utf8)
        var shown = 0
        for round in 0..<4000 {
            let lines = (0..<Int.random(in: 1...3, using: &generator)).map { _ in line(&generator) }
            guard let reader = try? TraceReader(header + [0x0A] + lines.joined()) else { continue }
            shown += reader.events.count
            _ = reader.droppedCount
            for event in reader.events {
                #expect(!TimelineLine.text(of: event).isEmpty, "seed \(seed), round \(round)")
                var copy = JSONLine()
                copy.write(event)
                let again = TraceReader.event(line: String(decoding: copy.bytes.dropLast(), as: UTF8.self))
                #expect(again == event, "seed \(seed), round \(round)")
            }
            let json = Data(ChromeTrace.json(reader.header, reader.events))
            let parsed = try? JSONDecoder().decode(Chrome.self, from: json)
            let count = parsed?.traceEvents.count { $0.ph != "M" }
            #expect(count == reader.events.count, "seed \(seed), round \(round)")
        }
        #expect(shown > 1000, "seed \(seed): too much was refused to prove anything")
    }

    private struct Chrome: Decodable {
        struct Event: Decodable { let name, ph: String, ts, dur: Int64? }
        let traceEvents: [Event]
    }

    @Test func `times before the mount, and the most that there is, have their text`() {
        var event = TraceEvent(.operation)
        for (time, text) in [
            (-999_999_999, "-0.999999"), (Int64.min, "-9223372036.854775"), (-1, "0.000000"),
            (Int64.max, "9223372036.854775"),
        ] {
            event.time = Int64(time)
            let words = TimelineLine.text(of: event).split(separator: " ")
            #expect(words.first.map(String.init) == text)
        }
    }

    @Test func `what was dropped adds up to no more than there is`() throws {
        let dropped = #"{"t":1,"n":1,"kind":"dropped","count":9223372036854775807}"# + "\n"
        let header = #"{"trace":1,"mount":"","provider":"","seed":1,"startedAt":""}"# + "\n"
        #expect(try TraceReader(Array((header + dropped + dropped).utf8)).droppedCount == .max)
    }

    @Test func `a process keeps its name in Chrome's format when a later event doesn't tell it`() {
        var named = TraceEvent(.operation)
        named.pid = 7
        named.process = "cat"
        var nameless = TraceEvent(.kill)
        nameless.pid = 7
        let header = TraceHeader(mount: "/m", provider: "P", seed: 1, startedAt: "")
        let text = String(decoding: ChromeTrace.json(header, [named, nameless]), as: UTF8.self)
        #expect(text.contains(#""args":{"name":"cat"}"#))
    }
}
