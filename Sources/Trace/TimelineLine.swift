/// An event as a line that a person reads: when, what, which item, who, and how it went.
package enum TimelineLine {
    package static func text(of event: TraceEvent) -> String {
        var parts = [seconds(event.time), padded(what(event), to: 20)]
        parts.append(padded(place(event), to: 32))
        if let pid = event.pid { parts.append("\(event.process ?? "?")[\(pid)]") }
        parts += details(event)
        return parts.joined(separator: "  ")
    }

    /// Seconds since the mount, to the microsecond.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let micro = (nanoseconds / 1000).magnitude
        let fraction = String(micro % 1_000_000)
        let whole = (nanoseconds <= -1000 ? "-" : "") + String(micro / 1_000_000)
        let padding = String(repeating: "0", count: 6 - fraction.count)
        return String(repeating: " ", count: max(0, 5 - whole.count)) + whole + "." + padding + fraction
    }

    private static func what(_ event: TraceEvent) -> String {
        switch event.kind {
        case .operation: event.operation ?? "?"
        case .fault: "! \(event.fault ?? "fault")"
        default: event.action.map { "\(event.kind.rawValue) \($0)" } ?? event.kind.rawValue
        }
    }

    private static func place(_ event: TraceEvent) -> String {
        if let from = event.from, let to = event.to { return "\(from) -> \(to)" }
        guard let path = event.path else { return "" }
        return path.isEmpty ? "." : path
    }

    private static func details(_ event: TraceEvent) -> [String] {
        var details: [String] = []
        if let offset = event.offset, let size = event.size { details.append("\(offset)+\(size)") }
        if let result = event.result, result > 0 { details.append("= \(result)") }
        if let errno = event.errno { details.append(errno) }
        if let mode = event.mode { details.append(mode) }
        if let version = event.version { details.append("version \(version)") }
        if let count = event.count { details.append("count \(count)") }
        if let duration = event.duration, duration >= 1_000_000 { details.append("\(duration / 1_000_000) ms") }
        if let rule = event.rule { details.append("(rule: \(rule))") }
        if let message = event.message { details.append(message) }
        return details
    }

    private static func padded(_ text: String, to width: Int) -> String {
        let missing = width - text.count
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }
}
