import Trace

/// One trial on a time axis: what the importer did above, what the provider did beneath.
package struct Timeline: Hashable, Sendable {
    package struct Bar: Hashable, Sendable {
        package var label: String
        /// Nanoseconds since the mount.
        package var start: Int64
        package var end: Int64
        package var isFault: Bool

        /// A record may come from anybody: nothing begins before the mount, or ends before it began.
        init(label: String, start: Int64, length: Int64, isFault: Bool) {
            self.label = label
            self.start = max(start, 0)
            self.end = self.start.addingWithoutOverflow(max(length, 0))
            self.isFault = isFault
        }
    }

    package struct Lane: Hashable, Sendable {
        package var name: String
        package var bars: [Bar]
    }

    /// The actions of the trial.
    package var actions: [Bar]
    /// The phases of the imports, as far as the provider can see them.
    package var phases: [Bar]
    package var provider: [Lane]
    package var start: Int64
    package var end: Int64
    /// How many operations aren't drawn, since there are too many.
    package var leftOut = 0

    /// More bars than this in a picture can't be told apart.
    private static let limit = 400

    package init(_ trial: TrialRecord, trace: [TraceEvent]) {
        actions = trial.documents.flatMap { document in
            document.actions.map { action in
                Bar(
                    label: "\(action.action) \(document.path): \(action.result)", start: action.startedAt,
                    length: Int64(saturating: action.seconds * 1e9), isFault: false)
            }
        }
        phases = Timeline.phases(trace, actions: actions)
        let operations = trace.filter { $0.kind == .operation && !Timeline.isNoise($0) }
        leftOut = max(operations.count - Timeline.limit, 0)
        let claims = trace.filter { [.claim, .scope, .download].contains($0.kind) }
        let faults = trace.filter { $0.kind == .fault || $0.kind == .kill }
        provider = [
            Lane(name: "Operations", bars: operations.prefix(Timeline.limit).map(Timeline.bar)),
            Lane(name: "Access and downloads", bars: claims.prefix(Timeline.limit).map(Timeline.bar)),
            Lane(name: "Faults", bars: faults.prefix(Timeline.limit).map(Timeline.bar)),
        ].filter { !$0.bars.isEmpty }
        let all = actions + phases + provider.flatMap(\.bars)
        start = all.map(\.start).min() ?? 0
        end = max(all.map(\.end).max() ?? 1, start.addingWithoutOverflow(1))
    }

    /// What the kernel asks by itself.
    private static func isNoise(_ event: TraceEvent) -> Bool {
        ["forget", "release", "releasedir", "flush"].contains(event.operation) && event.errno == nil
    }

    private static func bar(_ event: TraceEvent) -> Bar {
        let what = [event.operation ?? event.kind.rawValue, event.action, event.fault].compactMap { $0 }
        let outcome = [event.errno, event.rule.map { "rule “\($0)”" }].compactMap { $0 }
        let label = (what + [event.path].compactMap { $0 } + outcome).joined(separator: " ")
        // An operation is recorded when it was answered.
        let start = max(event.time.subtractingWithoutOverflow(event.duration ?? 0), 0)
        return Bar(
            label: label, start: start, length: event.time.subtractingWithoutOverflow(start),
            isFault: event.rule != nil || event.kind == .fault)
    }

    /// The phases of each import, told from the trace: the scope is started, the claim is granted, the document is
    /// read, and what follows is the importer's own.
    private static func phases(_ trace: [TraceEvent], actions: [Bar]) -> [Bar] {
        actions.filter { $0.label.contains("import") }.flatMap { action -> [Bar] in
            let events = trace.filter { $0.time >= action.start && $0.time <= action.end }
            var marks: [(String, Int64)] = [("authorize", action.start)]
            if let request = events.first(where: { $0.kind == .claim && $0.action == "request" }) {
                marks.append(("coordinate", request.time))
            }
            if let open = events.first(where: { $0.kind == .operation && $0.operation == "open" }) {
                marks.append(("stage", open.time.subtractingWithoutOverflow(open.duration ?? 0)))
            }
            if let last = events.last(where: { $0.kind == .operation && $0.operation == "read" }), marks.count > 1 {
                marks.append(("validate, publish, commit", last.time))
            }
            return zip(marks, marks.dropFirst().map(\.1) + [action.end]).map { mark, end in
                Bar(label: mark.0, start: mark.1, length: end.subtractingWithoutOverflow(mark.1), isFault: false)
            }
        }
    }
}
