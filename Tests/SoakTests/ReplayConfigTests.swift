import ProviderConfiguration
import Soak
import Testing
import Trace

@Suite struct ReplayConfigTests {
    private func session(_ events: [TraceEvent]) throws -> RecordedSession {
        var lines = JSONLine()
        lines.write(
            TraceHeader(mount: "/m", provider: "P", seed: 7, startedAt: "then", scope: "required", profile: "lax"))
        for event in events { lines.write(event) }
        return RecordedSession(try TraceReader(lines.bytes))
    }

    private func event(
        _ kind: TraceEvent.Kind, at milliseconds: Int64, _ change: (inout TraceEvent) -> Void
    ) -> TraceEvent {
        var event = TraceEvent(kind)
        event.time = milliseconds * 1_000_000
        change(&event)
        return event
    }

    private func call(
        _ operation: String, _ path: String, at milliseconds: Int64, took: Int64 = 0, errno: String? = nil
    ) -> TraceEvent {
        event(.operation, at: milliseconds) { event in
            event.operation = operation
            event.path = path
            event.duration = took * 1_000_000
            event.errno = errno
        }
    }

    private func fault(
        _ fault: String, _ operation: String, _ path: String, at milliseconds: Int64, _ spelling: String
    ) -> TraceEvent {
        event(.fault, at: milliseconds) { event in
            event.fault = fault
            event.rule = "rule"
            event.operation = operation
            event.path = path
            event.nth = 9
            event.message = spelling
        }
    }

    /// The rules' lines, and that the whole is a config without a mistake.
    private func rules(_ events: [TraceEvent]) throws -> [String] {
        let config = ReplayConfig(try session(events))
        let outcome = PlanLoader(objection: { _ in nil }).load([(name: "replay", bytes: Array(config.text.utf8))])
        #expect(outcome.problems.map(\.description) == [])
        #expect(outcome.plan?.scope == .required && outcome.plan?.profile == .lax && outcome.plan?.seed == 7)
        let lines = config.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("when:") }.map { "\($0.0) \($0.1)" }
    }

    @Test func `A fault is repeated at the same call, counted by when calls began`() throws {
        let found = try rules([
            call("open", "a[1].pdf", at: 1),
            fault("fail", "open", "a[1].pdf", at: 10, "fail: {errno: EIO}"),
            call("open", "a[1].pdf", at: 12, took: 1),
            call("open", "a[1].pdf", at: 12, took: 4, errno: "EIO"),
            call("open", "other", at: 13),
        ])
        #expect(found == [#"when: {operation: open, path: "a\\[1\\].pdf", nth: [2]} do: {fail: {errno: EIO}}"#])
    }

    @Test func `A wait is repeated for as long as it took, and one without an end for ever`() throws {
        let stall = "stall: {at: 40%, for: forever}"
        let found = try rules([
            fault("stall", "read", "a", at: 10, stall), call("read", "a", at: 30, took: 21),
            fault("stall", "read", "b", at: 40, stall), call("read", "b", at: 60, took: 21, errno: "EINTR"),
            fault("delay", "open", "c", at: 70, "delay: {from: 1ms, to: 1s}"), call("open", "c", at: 75, took: 6),
        ])
        #expect(
            found == [
                #"when: {operation: read, path: "a"} do: {stall: {at: 40%, for: 20000us}}"#,
                #"when: {operation: read, path: "b"} do: {stall: {at: 40%, for: forever}}"#,
                #"when: {operation: open, path: "c", nth: [1]} do: {delay: {for: 5000us}}"#,
            ])
    }

    @Test func `What was done by hand happens at the call that came next, or by the clock`() throws {
        let found = try rules([
            call("open", "a", at: 1),
            event(.evict, at: 2) { $0.path = "a" },
            call("open", "a", at: 3),
            event(.move, at: 4) { ($0.from, $0.to) = ("b", "f/c") },
            event(.delete, at: 5) { $0.path = "a" },
            event(.replace, at: 6) { ($0.path, $0.message, $0.rule) = ("a", "newer", "by a rule, which is a fault's") },
        ])
        #expect(
            found == [
                #"when: {operation: open, path: "a", nth: [2]} do: {evict: {}}"#,
                #"when: {operation: clock, path: "b", after: 1us} do: {move: {to: "f", coordinated: false}}"#,
                #"when: {operation: clock, path: "f/b", after: 1us} do: {rename: {to: "c", coordinated: false}}"#,
                #"when: {operation: clock, path: "a", after: 5000us} do: {delete: {coordinated: false}}"#,
            ])
    }

    @Test func `A rule that can't be for one path is left out, and said`() throws {
        let recorded = try session([
            fault("fail", "open", "a", at: 1, "fail: {errno: EIO}"),
            fault("rename-parent", "open", "a", at: 2, "rename-parent: {to: x}"),
        ])
        let config = ReplayConfig(recorded) { text in
            PlanLoader(objection: { _ in nil }).load([(name: "replay", bytes: Array(text.utf8))]).errors.first?.message
        }
        #expect(config.text.contains("fail: {errno: EIO}"))
        #expect(!config.text.contains("rename-parent"))
        #expect(config.leftOut.count == 1)
    }

    @Test func `While the provider was away each call fails as it did`() throws {
        let found = try rules([
            call("open", "a", at: 1),
            event(.provider, at: 2) { $0.action = "died" },
            call("open", "a", at: 3, errno: "EIO"), call("read", "b", at: 20, took: 12),
            event(.provider, at: 30) { $0.action = "not-died" },
            call("open", "a", at: 31),
        ])
        #expect(
            found == [
                #"when: {operation: open, path: "a", nth: [2]} do: {fail: EIO}"#,
                #"when: {operation: read, path: "b", nth: [1]} do: {delay: {for: 12000us}}"#,
            ])
    }

    @Test func `Sessions part where a call ends otherwise, and not where only the kernel read otherwise`() throws {
        let read = { (offset: Int64, result: Int64, time: Int64) in
            self.event(.operation, at: time) { event in
                (event.operation, event.path) = ("read", "a")
                (event.offset, event.size, event.result) = (offset, 100, result)
            }
        }
        let one = try session([call("open", "a", at: 1), read(0, 100, 2), read(100, 20, 3)])
        let same = try session([call("open", "a", at: 1), read(0, 120, 2), read(120, 0, 3)])
        #expect(Departures.between(one, and: same) == [])
        let short = try session([call("open", "a", at: 1), read(0, 100, 2), call("open", "b", at: 3, errno: "EPERM")])
        #expect(
            Departures.between(one, and: short) == [
                "b: open was called 0 times, here once", "a: reading after open 1 gave 120 bytes, here 100",
            ])
        let slow = try session([call("open", "a", at: 900, took: 800), read(0, 120, 901)])
        #expect(Departures.between(one, and: slow) == ["a: open 1 took 0 ms, here 800"])
        #expect(Departures.between(one, and: slow, tolerance: .seconds(1)) == [])
    }
}
