import Reporting
import SystemIO
import Trace

/// Rule 4, of the document at the provider: an import is a copy, and takes nothing from its original. What only adds to
/// it, such as a mark at its end or an extended attribute, loses nobody anything.
enum OriginalIsLeft {
    static func check(_ evidence: Evidence) -> [Violation] {
        var seen: Set<Violation> = []
        return evidence.attempts.flatMap { check($0, evidence) }.filter { seen.insert($0).inserted }
    }

    private static func check(_ attempt: Attempt, _ evidence: Evidence) -> [Violation] {
        // Said once, of the first of those that ran at once and whose document it is.
        let earlier = evidence.attempts(beside: attempt).prefix { $0 != attempt }
        guard attempt.pick != .copy, !earlier.contains(where: { $0.isAbout(attempt.pickedPath) }) else { return [] }
        let events = evidence.events(of: attempt)
        let items = Set(events.lazy.filter { attempt.isAbout($0.path) }.compactMap(\.item))
        let size = evidence.document(of: attempt)?.size ?? 0
        return events.compactMap { event in
            guard event.kind == .operation, event.errno == nil, let pid = event.pid,
                !evidence.witnesses.harness.contains(pid),
                attempt.isAbout(event.path) || event.operation == "rename" && attempt.isAbout(event.to)
                    || event.item.map(items.contains) == true,
                let loss = loss(event, of: size, isThere: attempt.isAbout(event.path))
            else { return nil }
            return evidence.violation(
                4, attempt, claimed: attempt.claim, truth: "it \(loss) the original, “\(event.path ?? "?")”")
        }
    }

    /// What the operation took from an original of this size in bytes; nil: nothing.
    private static func loss(_ event: TraceEvent, of size: Int64, isThere: Bool) -> String? {
        switch event.operation {
        case "unlink": "deleted"
        case "rename": isThere ? "moved" : "put another file in the place of"
        case "open" where isTruncating(event): "emptied"
        case "setattr" where event.size.map { $0 < size } == true: "cut"
        case "write" where event.offset.map { $0 < size } == true: "wrote over"
        default: nil
        }
    }

    private static func isTruncating(_ event: TraceEvent) -> Bool {
        guard let flags = event.flags else { return false }
        return OpenFlags(rawValue: Int32(truncatingIfNeeded: flags)).contains(.truncate)
    }
}
