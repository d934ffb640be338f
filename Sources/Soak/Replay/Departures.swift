import Trace

/// Where one session's calls ended otherwise than another's, matched by item and order.
package struct Departures {
    /// Operations that reach the provider whatever the kernel has cached, so that their order can be compared.
    private static let compared: Set<String> = [
        "open", "create", "opendir", "write", "fsync", "unlink", "rename", "mkdir", "rmdir", "link", "symlink",
    ]
    /// What is within this of each other took as long, on a machine that isn't busy.
    package static let usualTolerance = Duration.milliseconds(50)

    /// Lines for a person, in the order of paths; none where the sessions agree.
    package static func between(
        _ recorded: RecordedSession, and replayed: RecordedSession, tolerance: Duration = usualTolerance
    ) -> [String] {
        Departures(recorded: recorded, replayed: replayed, tolerance: tolerance).lines
    }

    private let recorded: RecordedSession
    private let replayed: RecordedSession
    private let tolerance: Duration

    private var lines: [String] {
        let places = Set(recorded.callsByPlace.keys).union(replayed.callsByPlace.keys)
        return places.filter { Departures.compared.contains($0.operation) }.sorted().flatMap { place in
            departures(place, recorded.callsByPlace[place] ?? [], replayed.callsByPlace[place] ?? [])
        } + readings + changes
    }

    // MARK: Reads

    /// What came of reading since a file was opened. How many reads that took is the kernel's affair: it reads ahead.
    private struct Reading {
        var errno: String?
        var bytes: Int64 = 0
        var longest: Int64 = 0

        mutating func add(_ read: TraceEvent) {
            errno = read.errno ?? errno
            if let offset = read.offset, let result = read.result {
                bytes = max(bytes, offset.addingWithoutOverflow(result))
            }
            longest = max(longest, read.duration ?? 0)
        }
    }

    private var readings: [String] {
        let places = Set(recorded.callsByPlace.keys).union(replayed.callsByPlace.keys)
        return places.filter { $0.operation == "read" }.map(\.path).sorted().compactMap { path in
            for (index, (old, new)) in zip(readings(of: path, recorded), readings(of: path, replayed)).enumerated() {
                if let what = difference(old, new) { return "\(path): reading after open \(index + 1) \(what)" }
            }
            return nil
        }
    }

    private func readings(of path: String, _ session: RecordedSession) -> [Reading] {
        let opens = session.callsByPlace[.init(operation: "open", path: path)] ?? []
        var readings = opens.map { _ in Reading() }
        for read in session.callsByPlace[.init(operation: "read", path: path)] ?? [] {
            guard let open = opens.lastIndex(where: { $0.begin <= read.begin }) else { continue }
            readings[open].add(read)
        }
        return readings
    }

    private func difference(_ old: Reading, _ new: Reading) -> String? {
        if old.errno != new.errno { return "ended \(ending(old.errno)), here \(ending(new.errno))" }
        if old.bytes != new.bytes { return "gave \(old.bytes) bytes, here \(new.bytes)" }
        return tookOtherwise(old.longest, new.longest)
    }

    // MARK: Other calls

    private func departures(
        _ place: RecordedSession.Place, _ then: [TraceEvent], _ now: [TraceEvent]
    ) -> [String] {
        let path = place.path.isEmpty ? "." : place.path
        for (index, (old, new)) in zip(then, now).enumerated() {
            if let what = difference(old, new) { return ["\(path): \(place.operation) \(index + 1) \(what)"] }
        }
        guard then.count != now.count else { return [] }
        return ["\(path): \(place.operation) was called \(times(then.count)), here \(times(now.count))"]
    }

    private func difference(_ old: TraceEvent, _ new: TraceEvent) -> String? {
        if old.errno != new.errno {
            return "ended \(ending(old.errno)), here \(ending(new.errno))"
        }
        if old.offset == new.offset, old.size == new.size, old.result != new.result {
            return "gave \(old.result ?? 0) bytes, here \(new.result ?? 0)"
        }
        return tookOtherwise(old.duration ?? 0, new.duration ?? 0)
    }

    private func tookOtherwise(_ old: Int64, _ new: Int64) -> String? {
        let (long, short) = (max(old, new), min(old, new))
        let more = long.subtractingWithoutOverflow(short)
        guard Duration.nanoseconds(more) > tolerance, more > short / 2 else { return nil }
        return "took \(old / 1_000_000) ms, here \(new / 1_000_000)"
    }

    private func ending(_ errno: String?) -> String { errno.map { "with \($0)" } ?? "well" }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    /// What the provider did to items.
    private var changes: [String] {
        let kinds: [TraceEvent.Kind] = [.move, .replace, .delete, .evict]
        return kinds.flatMap { kind in
            let (then, now) = (counts(kind, recorded), counts(kind, replayed))
            return Set(then.keys).union(now.keys).sorted().compactMap { path in
                let (old, new) = (then[path] ?? 0, now[path] ?? 0)
                return old == new ? nil : "\(path): \(kind.rawValue) happened \(times(old)), here \(times(new))"
            }
        }
    }

    private func counts(_ kind: TraceEvent.Kind, _ session: RecordedSession) -> [String: Int] {
        session.events.reduce(into: [:]) { counts, event in
            guard event.kind == kind else { return }
            counts[event.to ?? event.path ?? "", default: 0] += 1
        }
    }
}
