import Testing
import Trace

@Suite struct TracedOperationTests {
    private func lines(_ operation: TracedOperation, _ event: TraceEvent) -> (short: String, long: String) {
        var short = JSONLine()
        var long = JSONLine()
        short.write(operation, sequence: event.sequence)
        long.write(event)
        return (String(decoding: short.bytes, as: UTF8.self), String(decoding: long.bytes, as: UTF8.self))
    }

    private func event(_ change: (inout TraceEvent) -> Void) -> TraceEvent {
        var event = TraceEvent(.operation)
        event.time = .max
        event.sequence = 18
        event.operation = "read"
        event.path = "a/\"b\"\n.pdf"
        event.result = 0
        event.duration = 7
        change(&event)
        return event
    }

    @Test func `an operation's line is its event's`() {
        let event = event {
            $0.item = "0123456789abcdef"
            $0.pid = 12
            $0.process = "cat"
            $0.offset = .min
            $0.size = 4096
            $0.result = 10
            $0.flags = 0o100000
        }
        let lines = lines(
            TracedOperation(
                time: .max, .operation("read"), .subject(item: "0123456789abcdef", path: "a/\"b\"\n.pdf"),
                by: .caller(processID: 12, name: "cat"), offset: .min, size: 4096, result: 10, duration: 7,
                flags: 0o100000), event)
        #expect(lines.short == lines.long)
    }

    @Test func `so is that of one that failed, had no caller, or had two paths`() {
        let event = event {
            $0.to = "c"
            $0.errno = "EIO"
            $0.rule = "fails \"often\""
        }
        let lines = lines(
            TracedOperation(
                time: .max, .operation("read"), .subject(path: "a/\"b\"\n.pdf"), to: "c", by: nil, errno: "EIO",
                rule: "fails \"often\"", duration: 7), event)
        #expect(lines.short == lines.long)
    }
}
