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
                && (!attempt.isConcurrent || event.path == nil || event.path == attempt.pickedPath)
        }
        return findings(events, attempt, evidence) + balance(events, attempt, evidence)
    }

    /// What the provider found wrong. A URL without a scope can't be read within one, and who was killed stops nothing.
    private static func findings(
        _ events: [TraceEvent], _ attempt: Attempt, _ evidence: Evidence
    ) -> [Violation] {
        events.compactMap { event in
            guard event.kind == .finding, let kind = event.action else { return nil }
            let truth: String
            switch kind {
            case "read-outside-scope" where attempt.pick != .rebuilt && attempt.pick != .copy:
                truth = "it opened “\(event.path ?? "?")” outside its scope"
            case "read-outside-coordination":
                truth = "it opened “\(event.path ?? "?")” without a claim"
            case "original-url-used":
                truth = "it opened “\(event.path ?? "?")”, and the accessor had been given another path"
            case "start-never-stopped" where !attempt.wasKilled:
                truth = "a scope that was started was never stopped"
            case "stop-without-start":
                truth = "it stopped a scope that it had not started"
            default:
                return nil
            }
            return evidence.violation(6, attempt, claimed: attempt.claim, truth: truth)
        }
    }

    /// Claims that were granted and never given back before the process ended.
    private static func balance(
        _ events: [TraceEvent], _ attempt: Attempt, _ evidence: Evidence
    ) -> [Violation] {
        guard !attempt.wasKilled else { return [] }
        let claims = events.filter { $0.kind == .claim }
        let granted = claims.count { $0.action == "grant" }
        let released = claims.count { $0.action == "release" }
        guard granted > released else { return [] }
        return [
            evidence.violation(
                6, attempt, claimed: attempt.claim,
                truth: "\(granted) claims were granted, and \(released) released")
        ]
    }
}
