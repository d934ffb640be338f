import ProviderConfiguration
import Reporting

/// What became of one import, by what the library holds and lists; the importer's own words only tell imported,
/// repaired and locked apart, and name the phase.
struct DocumentOutcome {
    let outcome: Expectation.Outcome
    /// Whether the importer said which kind of outcome it is, so that it can be held against it.
    let isStated: Bool
    let phase: String?
    let cause: String?
    let isRetryable: Bool?

    init(of attempt: Attempt, in change: Evidence.Change?) {
        let failure = attempt.result.failure
        let hasEntry =
            change.map { change in
                let named = attempt.result.entry?.id
                return change.newEntries.contains { $0.id == named || (named == nil && attempt.result.succeeded) }
                    || (attempt.wasKilled && !change.newEntries.isEmpty)
            } ?? false
        if hasEntry {
            outcome = attempt.result.entry?.outcome.flatMap(Expectation.Outcome.init(rawValue:)) ?? .imported
            isStated = attempt.result.entry?.outcome != nil
            (phase, cause, isRetryable) = (nil, nil, nil)
            return
        }
        if attempt.isCancelled || failure?.kind == "cancelled" {
            outcome = .cancelled
        } else {
            outcome = failure?.kind.flatMap(Expectation.Outcome.init(rawValue:)) ?? .failed
        }
        isStated = failure?.kind != nil
        phase = failure?.phase
        isRetryable = failure?.retryable
        cause = attempt.pickFailure.map { "the picker refused: \($0)" } ?? failure?.cause ?? Self.cause(attempt)
    }

    private static func cause(_ attempt: Attempt) -> String? {
        if attempt.wasKilled { return "the importer was killed" }
        if attempt.result.timedOut { return "the importer did not end" }
        return attempt.result.lastWords.isEmpty ? nil : attempt.result.lastWords
    }

    /// Whether a document is there of which the importer says no more: it needs no second try.
    var isKeptSilently: Bool { !isStated && outcome == .imported }

    /// How it departs from what is expected, or nil. What an importer doesn't say isn't held against it.
    func departure(from expected: Expectation) -> String? {
        var departures: [String] = []
        let kept: Set<Expectation.Outcome> = [.imported, .repaired, .locked]
        let lost: Set<Expectation.Outcome> = [.failed, .empty, .locked, .cancelled]
        // One that says nothing may keep what ours gives up on: whether it is whole, rule 2 says.
        let alike = kept.contains(outcome) ? kept.union([.failed, .empty]) : lost
        let isVague = !isStated && alike.contains(expected.outcome)
        if outcome != expected.outcome, !isVague {
            departures.append("expected \(expected.outcome.rawValue), and it was \(outcome.rawValue)")
        }
        if let wanted = expected.phase?.rawValue, let phase, wanted != phase {
            departures.append("expected in \(wanted), and it was in \(phase)")
        }
        if let wanted = expected.isRetryable, let isRetryable, wanted != isRetryable {
            departures.append(
                "expected that a retry \(wanted ? "can" : "can't") help, and it says the opposite")
        }
        return departures.isEmpty ? nil : departures.joined(separator: "; ")
    }
}

extension Expectation {
    /// As a report prints it: `failed in coordinate, retryable`.
    var summary: String {
        outcome.rawValue + (phase.map { " in \($0.rawValue)" } ?? "")
            + (isRetryable.map { $0 ? ", retryable" : ", not retryable" } ?? "")
            + (retry.map { ", then \($0.rawValue)" } ?? "")
            + (reference.map { "; a reference: \($0.rawValue)" } ?? "")
    }
}
