/// A trace in the format of Chrome's trace viewer, which Perfetto opens: a row a process, a bar an operation, a
/// marker a fault.
package enum ChromeTrace {
    package static func json(_ header: TraceHeader, _ events: some Sequence<TraceEvent>) -> [UInt8] {
        var line = JSONLine()
        var names: [Int32: String] = [:]
        var bytes = Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8)
        var isFirst = true
        func add(_ line: consuming JSONLine) {
            bytes += isFirst ? Array("".utf8) : Array(",".utf8)
            isFirst = false
            bytes += line.bytes
        }
        for event in events {
            line = JSONLine(capacity: 256)
            write(event, &line)
            add(line)
            if let pid = event.pid, let name = event.process { names[pid] = name }
        }
        for (pid, name) in names.sorted(by: { $0.key < $1.key }) {
            line = JSONLine(capacity: 128)
            line.begin()
            line.add("name", "process_name")
            line.add("ph", "M")
            line.add("pid", Int64(pid))
            line.addObject("args", "name", name)
            line.end()
            add(line)
        }
        return bytes + Array("]}\n".utf8)
    }

    private static func write(_ event: TraceEvent, _ line: inout JSONLine) {
        let duration = event.duration ?? 0
        line.begin()
        line.add("name", event.operation ?? event.fault ?? event.action ?? event.kind.rawValue)
        line.add("cat", event.kind.rawValue)
        line.add("ph", event.kind == .operation ? "X" : "i")
        // An operation's line is written when it ends; times are in microseconds.
        line.add("ts", event.time.subtractingWithoutOverflow(duration) / 1000)
        if event.kind == .operation { line.add("dur", max(1, duration / 1000)) } else { line.add("s", "p") }
        line.add("pid", Int64(event.pid ?? 0))
        line.add("tid", Int64(event.pid ?? 0))
        line.addObject("args", "detail", TimelineLine.text(of: event))
        line.end()
    }
}
