import FaultInjection
import Reporting

/// Rule 8: with no fault in its way, or once faults are lifted, a valid document imports.
enum ImportsWhatIsWhole {
    static func check(_ evidence: Evidence) -> [Violation] {
        evidence.attempts.compactMap { attempt in
            guard !attempt.result.succeeded, !attempt.wasKilled, !attempt.isCancelled, attempt.pickFailure == nil,
                attempt.pick != .rebuilt, !attempt.result.timedOut, evidence.document(of: attempt)?.isValid == true,
                !evidence.isSlowToArrive(attempt)
            else { return nil }
            if attempt.afterLift {
                guard attempt.servedAfterLift == evidence.document(of: attempt)?.sha256 else { return nil }
                return evidence.violation(
                    8, attempt, claimed: attempt.claim + cause(attempt),
                    truth: "no rule was in force any more, and the document is whole")
            }
            guard evidence.faults(during: attempt).isEmpty, !evidence.isDisturbed(attempt) else { return nil }
            return evidence.violation(
                8, attempt, claimed: attempt.claim + cause(attempt),
                truth: "no rule had fired, and the document is whole")
        }
    }

    private static func cause(_ attempt: Attempt) -> String {
        (attempt.result.failure?.cause).map { ": \($0)" } ?? ""
    }
}

extension Evidence {
    /// Whether the config has the item downloaded so slowly that to give it up is no mistake: for a twentieth of the time
    /// that an import may take. That is no rule, which would fire and be lifted.
    func isSlowToArrive(_ attempt: Attempt) -> Bool {
        guard let document = document(of: attempt), let item = witnesses.plan.itemRule(for: attempt.document),
            item.state == .dataless
        else { return false }
        var time = item.download.latency
        if let bandwidth = item.download.bandwidth {
            time += .seconds(Double(document.size) / Double(max(1, bandwidth.perSecond.rawValue)))
        }
        return time * 20 >= witnesses.bound
    }

    /// Whether something other than a rule stood in the attempt's way: the document was changed before by a rule or by
    /// the trial, the provider was away, or the item's download failed.
    func isDisturbed(_ attempt: Attempt) -> Bool {
        witnesses.trace.contains { event in
            guard event.sequence <= attempt.lastEvent else { return false }
            switch event.kind {
            case .move, .replace, .delete, .evict:
                // With its folder, too.
                return [event.path, event.from].contains { $0.map(attempt.isAboutOrBeneath) ?? false }
            case .provider:
                return event.action == "offline" || event.action == "died"
            case .fault:
                // A fault before the attempt whose effect lasts, such as a replacement or a lie about the size.
                return attempt.isAbout(event.path)
                    || event.fault.map(Self.lastingFaults.contains) ?? false
            default:
                return false
            }
        }
    }

    /// Faults of the provider as a whole, whose effect outlasts the operation that they fired on.
    private static let lastingFaults = Set(
        [Fault.Kind.goOffline, .signOut, .warmUp, .hang, .die, .restart].map(\.rawValue))
}
