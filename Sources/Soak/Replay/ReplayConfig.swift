import ProviderConfiguration
import ProviderModel
import SystemIO
import Trace

/// A provider-config that answers as the provider of a recorded session did: each fault again at the same call of the
/// same item, for as long as it took then, and what was done by hand at the call that came next.
package struct ReplayConfig {
    package private(set) var text: String
    /// What was done by hand and no rule can do.
    package private(set) var leftOut: [String] = []

    private struct Line: Hashable {
        var name: String
        var when: String
        var fault: String
    }

    private let session: RecordedSession
    /// Rules that differ only in the call, in the order of their first.
    private var order: [Line] = []
    private var numbers: [Line: [Int]] = [:]

    /// - Parameter objection: what is wrong with a config's text, or nil. A rule that is refused alone is left out:
    ///   the catalogue's rules are about patterns, and one about a single path may be a contradiction.
    package init(_ session: RecordedSession, objection: (String) -> String? = { _ in nil }) {
        self.session = session
        text = ""
        for event in session.events {
            switch event.kind {
            case .fault: repeatFault(event)
            case .move, .replace, .delete, .evict: repeatByHand(event)
            case .scope where event.action == "revoked" && event.rule == nil:
                add("revoked by hand", onNextCallOf: event.path, event, "revoke-scope: {}")
            default: break
            }
        }
        repeatAbsences()
        var kept: [Line] = []
        for line in order {
            if let why = objection(yaml([line])) { leftOut.append("\(line.name): \(why)") } else { kept.append(line) }
        }
        text = yaml(kept)
    }

    // MARK: Rules that fired

    private mutating func repeatFault(_ event: TraceEvent) {
        guard let operation = event.operation, let path = event.path, var fault = event.message else { return }
        let name = event.rule ?? "?"
        switch operation {
        case "clock":
            return add(name, when: "operation: clock, path: \(glob(path)), after: \(duration(event.time))", fault)
        case "mount": return add(name, when: "operation: mount", fault)
        default: break
        }
        let place = RecordedSession.Place(operation: operation, path: path)
        let call = session.call(at: place, during: event.time)
        if let taken = timeTaken(event, call?.call) { fault = withTime(taken, event, fault) }
        let when = "operation: \(operation), path: \(glob(path))"
        // A place in the content chooses among the calls by itself.
        let choosesItself = fault.contains("at: ") || fault.contains("from: ")
        let number = choosesItself ? nil : call?.number ?? event.nth.map { Int($0) }
        add(name, when: when, number: number, fault)
    }

    /// How long a fault about time held its call; nil where it never let go.
    private func timeTaken(_ event: TraceEvent, _ call: TraceEvent?) -> Int64? {
        guard event.fault == "stall" || event.fault == "delay" else { return nil }
        if let call { return call.errno == "EINTR" ? nil : call.time.subtractingWithoutOverflow(event.time) }
        let later = session.events.filter { $0.time > event.time && $0.path == event.path }
        switch event.operation {
        case "download":
            // A stall with a place begins when the fetch has come there.
            let fetch = later.filter { $0.kind == .download }
            guard let held = fetch.firstIndex(where: { $0.rule == event.rule }), held + 1 < fetch.count else {
                return fetch.first { $0.rule == nil }.map { $0.time.subtractingWithoutOverflow(event.time) }
            }
            return fetch[held + 1].time.subtractingWithoutOverflow(fetch[held].time)
        case "coordinate":
            return later.first { $0.kind == .claim && $0.action == "grant" }
                .map { $0.time.subtractingWithoutOverflow(event.time) }
        default: return nil
        }
    }

    private func withTime(_ taken: Int64, _ event: TraceEvent, _ fault: String) -> String {
        guard event.fault == "stall", let position = fault.firstRange(of: /at: [^,}]*/) else {
            return "delay: {for: \(duration(taken))}"
        }
        return "stall: {\(fault[position]), for: \(duration(taken))}"
    }

    // MARK: What was done by hand

    private mutating func repeatByHand(_ event: TraceEvent) {
        guard event.rule == nil else { return }
        switch event.kind {
        case .move:
            guard let from = event.from, let to = event.to else { return }
            if to.hasPrefix(".Trash/") {
                return add("trashed by hand", onNextCallOf: from, event, "trash: {coordinated: false}")
            }
            let (oldFolder, oldName) = parts(from)
            let (folder, name) = parts(to)
            if folder != oldFolder {
                let place = folder.isEmpty ? "." : folder
                let fault = "move: {to: \(YAMLText.quoted(place)), coordinated: false}"
                add("moved by hand", onNextCallOf: from, event, fault)
            }
            if name != oldName {
                let between = folder.isEmpty ? oldName : "\(folder)/\(oldName)"
                let fault = "rename: {to: \(YAMLText.quoted(name)), coordinated: false}"
                if folder == oldFolder {
                    add("renamed by hand", onNextCallOf: from, event, fault)
                } else {
                    add("renamed by hand", onNextCallOf: from, at: between, event, fault)
                }
            }
        case .replace:
            guard let content = event.message, content != "item" else {
                return leftOut.append("\(event.path ?? ""): its content was replaced by another item's")
            }
            add("replaced by hand", onNextCallOf: event.path, event, "replace: {with: \(content), coordinated: false}")
        case .delete: add("deleted by hand", onNextCallOf: event.path, event, "delete: {coordinated: false}")
        case .evict: add("evicted by hand", onNextCallOf: event.path, event, "evict: {}")
        default: break
        }
    }

    private func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Errors and waits while the provider was away by hand, call by call: how long it was away says nothing to a
    /// caller that comes at another time.
    private mutating func repeatAbsences() {
        for absence in session.absences {
            for event in session.events where absence.contains(event.time) || absence.contains(event.begin) {
                guard event.rule == nil, let path = event.path else { continue }
                let operation: String
                switch event.kind {
                case .operation: operation = event.operation ?? ""
                case .download where event.action == "fail": operation = "download"
                default: continue
                }
                let place = RecordedSession.Place(operation: operation, path: path)
                let number =
                    operation == "download"
                    ? downloadNumber(path, event.time)
                    : session.call(at: place, during: event.time)?.number
                let when = "operation: \(operation), path: \(glob(path))"
                if let taken = event.duration, taken > 5_000_000 {
                    add("the provider was away", when: when, number: number, "delay: {for: \(duration(taken))}")
                }
                // A read's error is its download's, which is repeated there.
                if let errno = event.errno, !hasFailedDownload(event) {
                    add("the provider was away", when: when, number: number, "fail: \(errno)")
                }
            }
        }
    }

    /// Which fetch of the item was the last one begun by then. One that fails at once has no beginning in the trace.
    private func downloadNumber(_ path: String, _ time: Int64) -> Int {
        var number = 0
        var isUnderWay = false
        for event in session.events where event.kind == .download && event.path == path && event.time <= time {
            switch event.action {
            case "begin":
                number += 1
                isUnderWay = true
            case "fail":
                if !isUnderWay { number += 1 }
                isUnderWay = false
            case "end", "cancel": isUnderWay = false
            default: break
            }
        }
        return max(1, number)
    }

    private func hasFailedDownload(_ event: TraceEvent) -> Bool {
        event.kind == .operation
            && session.events.contains {
                $0.kind == .download && $0.action == "fail" && $0.path == event.path
                    && $0.time >= event.begin && $0.time <= event.time
            }
    }

    // MARK: The text

    /// - Parameter place: where the item is by then, if an earlier line moved it.
    private mutating func add(
        _ name: String, onNextCallOf path: String?, at place: String? = nil, _ event: TraceEvent, _ fault: String
    ) {
        guard let path else { return }
        let shown = glob(place ?? path)
        if place == nil, let next = session.callThatCounts(on: path, after: event.time) {
            add(name, when: "operation: \(next.place.operation), path: \(shown)", number: next.number, fault)
        } else {
            // What nobody had looked at before may as well be so from the start.
            let moment = session.wasSeen(path, before: event.time) ? event.time : 0
            add(name, when: "operation: clock, path: \(shown), after: \(duration(moment))", fault)
        }
    }

    private mutating func add(_ name: String, when: String, number: Int? = nil, _ fault: String) {
        let line = Line(name: name, when: when, fault: fault)
        if numbers[line] == nil { order.append(line) }
        numbers[line, default: []] += number.map { [$0] } ?? []
    }

    private func yaml(_ order: [Line]) -> String {
        var lines = [
            "provider: \(YAMLText.quoted(session.header.provider))",
            "about: \"A replay of the session of \(session.header.startedAt).\"",
            "seed: \(session.header.seed)", "scope: \(session.header.scope ?? "none")",
        ]
        if let profile = session.header.profile { lines.append("profile: \(profile)") }
        lines += items()
        if !order.isEmpty { lines.append("rules:") }
        for (position, line) in order.enumerated() {
            let ordinals = Set(numbers[line] ?? []).sorted()
            let nth = ordinals.isEmpty ? "" : ", nth: [\(ordinals.map(String.init).joined(separator: ", "))]"
            lines += [
                "  - name: \(YAMLText.quoted("\(position + 1): \(line.name)"))", "    when: {\(line.when)\(nth)}",
                "    do: {\(line.fault)}", "    optional: true",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What was fetched while nobody had evicted it was dataless from the start.
    private func items() -> [String] {
        var evicted: Set<String> = []
        var lines: [String] = []
        var seen: Set<String> = []
        for event in session.events {
            guard let path = event.path else { continue }
            if event.kind == .evict { evicted.insert(path) }
            guard event.kind == .download, event.action == "begin", !evicted.contains(path),
                seen.insert(path).inserted
            else { continue }
            let end = session.events.first {
                $0.kind == .download && $0.action == "end" && $0.path == path && $0.time > event.time
            }
            let isStalled = session.events.contains {
                $0.kind == .fault && $0.operation == "download" && $0.path == path
            }
            var download = ""
            if let end, let size = event.size, size > 0, !isStalled {
                // A rate in whole bytes: what the fetch came to, its latency included.
                let seconds = max(1e-6, Double(end.time.subtractingWithoutOverflow(event.time)) / 1e9)
                let rate = max(1, Int64(min(1e15, Double(size) / seconds)))
                download = ", download: {bandwidth: \(rate)B/s}"
            }
            lines.append("  - {match: \(glob(path)), state: dataless\(download)}")
        }
        return lines.isEmpty ? [] : ["items:"] + lines
    }

    private func glob(_ path: String) -> String {
        YAMLText.quoted(path.isEmpty ? "." : GlobText.literal(path))
    }

    private func duration(_ nanoseconds: Int64) -> String { "\(max(1, nanoseconds / 1000))us" }
}
