import FaultInjection
import Reporting
import Trace

/// Rule 6: every started scope is stopped and every claim released, on every path; no open, even a refused one,
/// outside a scope or a claim, or by another path than the accessor gave.
///
/// The provider judges each open as it comes, and records what was wrong as findings; balance is counted here.
enum AccessIsBracketed {
    static func check(_ evidence: Evidence) -> [Violation] {
        var seen: Set<Violation> = []
        return evidence.attempts.flatMap { check($0, evidence) }.filter { seen.insert($0).inserted }
    }

    private static func check(_ attempt: Attempt, _ evidence: Evidence) -> [Violation] {
        let events = evidence.events(of: attempt).filter { event in
            guard let pid = event.pid else { return false }
            return !evidence.witnesses.harness.contains(pid)
        }
        return findings(events, attempt, evidence) + balance(events, attempt, evidence)
    }

    /// What the provider found wrong with an open. A URL without a scope can't be read within one, and a claim that a
    /// rule took away isn't the importer's loss. Where imports of one item ran at once, an open may be any of theirs,
    /// and what one of them was free to do is held against none.
    private static func findings(
        _ events: [TraceEvent], _ attempt: Attempt, _ evidence: Evidence
    ) -> [Violation] {
        let company = evidence.attempts(beside: attempt)
        let lostScope = lostScope(events)
        return events.compactMap { event in
            guard event.kind == .finding, let kind = event.action else { return nil }
            let suspects = suspects(event, among: company, in: events)
            // Said once, of the first whom it may concern.
            guard suspects.first == attempt else { return nil }
            let truth: String
            switch kind {
            case "read-outside-scope"
            where suspects.allSatisfy({ $0.pick == .document }) && !lostScope && !wasForgotten(event, .scope, evidence):
                truth = "it opened “\(event.path ?? "?")” outside its scope"
            case "read-outside-coordination"
            where !lostClaim(suspects, evidence) && !isClaimedWithoutScope(event, suspects, events)
                && !wasForgotten(event, .claim, evidence):
                truth = "it opened “\(event.path ?? "?")” without a claim"
            case "original-url-used":
                truth = "it opened “\(event.path ?? "?")”, and the accessor had been given another path"
            default:
                return nil
            }
            return evidence.violation(6, attempt, claimed: attempt.claim, truth: truth)
        }
    }

    /// The imports whose open it may have been: those of the item, by its path or by the path that it had when it was
    /// picked; all that ran then where it is nobody's.
    private static func suspects(
        _ event: TraceEvent, among company: [Attempt], in events: [TraceEvent]
    ) -> [Attempt] {
        var names: Set<String> = []
        if let path = event.path { names.insert(path) }
        if let item = event.item { names.formUnion(events.lazy.filter { $0.item == item }.compactMap(\.path)) }
        let suspects = company.filter { attempt in
            attempt.pick != .copy && (names.contains(attempt.pickedPath) || names.contains(attempt.document))
        }
        return suspects.isEmpty ? company : suspects
    }

    /// A grant says for which processes it is good, so a claim that a rebuilt URL got, which has none, is its owner's
    /// alone at the provider; who reads for the owner while it holds the claim did coordinate.
    private static func isClaimedWithoutScope(
        _ event: TraceEvent, _ suspects: [Attempt], _ events: [TraceEvent]
    ) -> Bool {
        guard suspects.contains(where: { $0.pick == .rebuilt }) else { return false }
        let claims = events.filter {
            $0.kind == .claim && $0.item == event.item && $0.sequence < event.sequence
        }
        return claims.count { $0.action == "grant" } > claims.count { $0.action == "release" || $0.action == "drop" }
    }

    /// A provider that starts anew has forgotten what it gave: whoever held it then opens outside of it, and
    /// could not know.
    private static func wasForgotten(_ event: TraceEvent, _ kind: TraceEvent.Kind, _ evidence: Evidence) -> Bool {
        let earlier = evidence.witnesses.trace.prefix { $0.sequence < event.sequence }
        guard let death = earlier.lastIndex(where: { $0.fault == Fault.Kind.restart.rawValue }) else {
            return false
        }
        let held = earlier[..<death].filter { $0.kind == kind && (kind == .scope || $0.item == event.item) }
        let count = { (actions: Set<String>) in held.count { $0.action.map(actions.contains) == true } }
        return count(["start", "grant"]) > count(["stop", "release", "revoked", "drop"])
    }

    private static func lostClaim(_ attempts: [Attempt], _ evidence: Evidence) -> Bool {
        attempts.contains { evidence.faultKinds(on: $0.document).contains(.dropClaim) }
    }

    /// Whether the provider took the grant back, or never gave one.
    private static func lostScope(_ events: [TraceEvent]) -> Bool {
        events.contains { $0.kind == .scope && ($0.action == "revoked" || $0.action == "refused") }
    }

    /// Starts against stops, grants against releases, in each process. A stop that finds nothing to stop, since the
    /// provider had taken the grant back, pays its start all the same; who was killed pays nothing, and what it owed
    /// can't be told from what those owe that ran beside it.
    private static func balance(
        _ events: [TraceEvent], _ attempt: Attempt, _ evidence: Evidence
    ) -> [Violation] {
        let company = evidence.attempts(beside: attempt)
        guard company.first == attempt, !company.contains(where: { $0.wasKilled || $0.result.timedOut }) else {
            return []
        }
        let count = { (kind: TraceEvent.Kind, action: String) in events.count { $0.kind == kind && $0.action == action }
        }
        let started = count(.scope, "start")
        let stopped = count(.scope, "stop") + count(.finding, "stop-without-start")
        let granted = count(.claim, "grant")
        let released = count(.claim, "release")
        var truths: [String] = []
        if started > stopped { truths.append("\(started) scopes were started, and \(stopped) stopped") }
        if stopped > started { truths.append("it stopped a scope that it had not started") }
        if granted > released, !lostClaim(company, evidence) {
            truths.append("\(granted) claims were granted, and \(released) released")
        }
        return truths.map { evidence.violation(6, attempt, claimed: attempt.claim, truth: $0) }
    }
}
