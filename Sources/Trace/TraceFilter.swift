/// Which events of a trace to show. What isn't asked for doesn't count.
package struct TraceFilter: Sendable {
    /// Whether a path is meant.
    package var path: (@Sendable (String) -> Bool)?
    /// A process's name or number.
    package var process: String?
    package var rule: String?
    package var errno: String?
    package var operation: String?
    package var kind: TraceEvent.Kind?
    /// Operations that took at least so many nanoseconds.
    package var slowerThan: Int64?
    /// Only what went wrong or was made to.
    package var failuresOnly = false

    package init() {}

    package func keeps(_ event: TraceEvent) -> Bool {
        if let path {
            guard [event.path, event.from, event.to].contains(where: { $0.map(path) ?? false }) else { return false }
        }
        if let process, event.process != process, event.pid.map(String.init) != process { return false }
        if let rule, event.rule != rule { return false }
        if let errno, event.errno != errno { return false }
        if let operation, event.operation != operation { return false }
        if let kind, event.kind != kind { return false }
        if let slowerThan, event.duration ?? 0 < slowerThan { return false }
        if failuresOnly, event.errno == nil, event.rule == nil, event.kind != .finding { return false }
        return true
    }
}
