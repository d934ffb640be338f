import Soak
import Testing
import Trace

/// A trace may come from anybody, with any numbers in it.
@Suite struct HostileTraceTests {
    private static let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, 9_223_372_036, .max - 1, .max]
    private static let kinds: [TraceEvent.Kind] = [
        .operation, .fault, .download, .claim, .scope, .provider, .move, .replace, .delete, .evict,
    ]

    private func session(_ generator: inout SeededRandom) throws -> RecordedSession {
        var lines = JSONLine()
        lines.write(TraceHeader(mount: "/m", provider: "P", seed: 7, startedAt: "then", scope: "none", profile: "lax"))
        for _ in 0..<60 {
            func any() -> Int64 { Self.numbers.randomElement(using: &generator) ?? 0 }
            var event = TraceEvent(Self.kinds.randomElement(using: &generator) ?? .operation)
            event.time = any()
            event.duration = any()
            event.offset = any()
            event.size = any()
            event.result = any()
            event.nth = any()
            event.path = ["a.pdf", "b/c.pdf"].randomElement(using: &generator)
            event.to = "d.pdf"
            event.from = event.path
            event.operation = ["open", "read", "download", "coordinate", "clock"].randomElement(using: &generator)
            event.action = ["begin", "end", "fail", "offline", "not-offline", "grant"].randomElement(using: &generator)
            event.fault = ["stall", "delay", "fail"].randomElement(using: &generator)
            event.message = "stall: {at: 40%, for: forever}"
            lines.write(event)
        }
        return RecordedSession(try TraceReader(lines.bytes))
    }

    @Test func `Numbers without measure are no end of a replay`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededRandom(seed: seed, trial: 1)
        for round in 0..<200 {
            let sessions = [try session(&generator), try session(&generator)]
            #expect(!ReplayConfig(sessions[0]).text.isEmpty, "seed \(seed), round \(round)")
            _ = Departures.between(sessions[0], and: sessions[1])
        }
    }

    @Test func `What overflows is the most or the least there is`() {
        #expect(Int64.max.addingWithoutOverflow(1) == .max && Int64.min.addingWithoutOverflow(-1) == .min)
        #expect(Int64.min.subtractingWithoutOverflow(1) == .min && Int64.max.subtractingWithoutOverflow(-1) == .max)
        #expect((-1 as Int64).subtractingWithoutOverflow(.min) == .max)
        #expect((3 as Int64).addingWithoutOverflow(4) == 7 && (3 as Int64).subtractingWithoutOverflow(4) == -1)
    }
}
