import Trace

/// What a trace says of a session, in the order in which calls began.
package struct RecordedSession {
    package let header: TraceHeader
    let events: [TraceEvent]
    /// Calls of the file system by when they began: a trace has them by when they were answered.
    let calls: [TraceEvent]
    /// The calls of each operation on each path, by when they began.
    let callsByPlace: [Place: [TraceEvent]]

    /// An operation on a path: what calls are counted by.
    struct Place: Hashable, Comparable {
        let operation: String
        let path: String

        static func < (left: Place, right: Place) -> Bool {
            (left.path, left.operation) < (right.path, right.operation)
        }
    }

    package init(_ trace: TraceReader) {
        header = trace.header
        events = trace.events
        calls = trace.events.filter { $0.kind == .operation && $0.path != nil && $0.operation != nil }
            .sorted { ($0.begin, $0.sequence) < ($1.begin, $1.sequence) }
        callsByPlace = Dictionary(grouping: calls) { Place(operation: $0.operation ?? "", path: $0.path ?? "") }
    }

    /// The call that was under way at a moment, and which of its place it was, from 1.
    func call(at place: Place, during time: Int64) -> (call: TraceEvent, number: Int)? {
        guard let calls = callsByPlace[place] else { return nil }
        let begun = calls.prefix { $0.begin <= time }
        guard let index = begun.lastIndex(where: { time <= $0.time }) else { return nil }
        return (begun[index], index + 1)
    }

    /// The first call after a moment that is about a path and that no cache of the kernel can have kept from the
    /// provider, and which of its place it is.
    func callThatCounts(on path: String, after time: Int64) -> (place: Place, number: Int)? {
        var first: (place: Place, number: Int, begin: Int64)?
        for operation in ["open", "create", "opendir", "unlink", "rename", "rmdir", "coordinate"] {
            let place = Place(operation: operation, path: path)
            guard let calls = callsByPlace[place], let index = calls.firstIndex(where: { $0.begin > time }) else {
                continue
            }
            if let first, first.begin <= calls[index].begin { continue }
            first = (place, index + 1, calls[index].begin)
        }
        return first.map { ($0.place, $0.number) }
    }

    /// Whether somebody may have known that an item was there: by a call about it, or by a listing of its folder.
    func wasSeen(_ path: String, before time: Int64) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        return calls.contains { call in
            call.begin < time && (call.path == path || call.path == folder && call.operation == "readdir")
        }
    }

    /// When the provider as a whole was away: offline, hung, dead.
    var absences: [ClosedRange<Int64>] {
        var begun: [String: Int64] = [:]
        var absences: [ClosedRange<Int64>] = []
        for event in events where event.kind == .provider {
            guard let action = event.action else { continue }
            if action.hasPrefix("not-") {
                if let start = begun.removeValue(forKey: String(action.dropFirst(4))) {
                    absences.append(start...max(start, event.time))
                }
            } else if event.rule == nil, event.path == nil {
                begun[action] = begun[action] ?? event.time
            }
        }
        return absences + begun.values.map { $0...Int64.max }
    }
}

extension TraceEvent {
    /// When the call reached the provider.
    var begin: Int64 { time.subtractingWithoutOverflow(duration ?? 0) }
}
