import Trace

/// Holds the claims in a trace to the rules, written down once more: whoever is granted conflicts with nobody who holds
/// or was there first, and whoever waits has a reason.
struct ClaimHistory {
    private struct Claim {
        let sequence: UInt64
        var intents: [(path: String, mode: String)]
        let purpose: String

        func conflicts(with other: Claim) -> Bool {
            guard purpose != other.purpose else { return false }
            return intents.contains { mine in
                other.intents.contains { $0.path == mine.path && ($0.mode == "writing" || mine.mode == "writing") }
            }
        }
    }

    private var waiting: [Int64: Claim] = [:]
    private var held: [Int64: Claim] = [:]
    private(set) var violations: [String] = []
    private(set) var grants = 0
    /// The most readers that held one item at a time.
    private(set) var mostReaders = 0

    init(_ events: [TraceEvent]) {
        for event in events where event.kind == .claim {
            guard let number = event.count, let action = event.action else { continue }
            switch action {
            case "request": request(number, event)
            case "grant": grant(number, event)
            default:
                waiting[number] = nil
                held[number] = nil
            }
        }
        checkReasons(before: "the end")
        if !waiting.isEmpty { violations.append("These wait for ever: \(waiting.keys.sorted()).") }
        if !held.isEmpty { violations.append("These were never released: \(held.keys.sorted()).") }
    }

    private mutating func request(_ number: Int64, _ event: TraceEvent) {
        let intent = (path: event.path ?? "", mode: event.mode ?? "")
        if waiting[number] == nil { checkReasons(before: "claim \(number)") }
        waiting[number, default: Claim(sequence: event.sequence, intents: [], purpose: event.purpose ?? "")]
            .intents.append(intent)
    }

    private mutating func grant(_ number: Int64, _ event: TraceEvent) {
        guard let claim = waiting.removeValue(forKey: number) else { return }
        grants += 1
        for (other, holder) in held where holder.conflicts(with: claim) {
            violations.append("\(number) was granted beside \(other).")
        }
        for (other, earlier) in waiting where earlier.sequence < claim.sequence && earlier.conflicts(with: claim) {
            violations.append("\(number) overtook \(other).")
        }
        held[number] = claim
        let readers = held.values.count { $0.intents.contains { $0 == (event.path ?? "", "reading") } }
        mostReaders = max(mostReaders, readers)
    }

    /// Nobody waits whom nothing stands in the way of: a wake-up would have been lost.
    private mutating func checkReasons(before what: String) {
        for (number, claim) in waiting {
            let hasReason =
                held.values.contains { $0.conflicts(with: claim) }
                || waiting.values.contains { $0.sequence < claim.sequence && $0.conflicts(with: claim) }
            if !hasReason { violations.append("\(number) waits for nobody, before \(what).") }
        }
    }
}
