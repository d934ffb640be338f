import ProviderConfiguration
import Reporting

/// What a trial shows of a reference to one document.
struct ReferenceFinding {
    let witness: ReferenceWitness
    /// The state of its item as it was listed after the first relaunch; nil: it isn't listed.
    let found: String?
    /// The same after the last relaunch, once faults are lifted and the original has moved; nil: it isn't listed.
    let foundAtLast: String?
    /// Where it has to be found then.
    let due: Expectation.ReferenceState
    let rulesMet: [String]

    /// How it departs from what is expected, or nil.
    func departure(from wanted: Expectation.ReferenceState) -> String? {
        if let failure = witness.failure { return "no reference is kept: \(failure)" }
        if found != wanted.rawValue {
            return "reference: expected \(wanted.rawValue), and it was \(found ?? "not listed")"
        }
        if foundAtLast != due.rawValue {
            return "reference, once faults are lifted and the original is elsewhere: expected \(due.rawValue), and it "
                + "was \(foundAtLast ?? "not listed")"
        }
        return nil
    }

    var actions: [ActionRecord] {
        let kept = witness.failure.map { "failed: \($0)" } ?? "kept"
        let states = [("relaunch, look for the reference", found), ("once faults are lifted", foundAtLast)]
        return [("keep a reference", kept)].map { action($0, $1, witness.seconds) }
            + states.map { action($0, $1 ?? "not listed", 0) }
    }

    private func action(_ action: String, _ result: String, _ seconds: Double) -> ActionRecord {
        ActionRecord(action: action, result: result, seconds: seconds, startedAt: witness.startedAt)
    }
}

extension Evidence {
    /// Documents of whose references the config expects something, and none was asked for.
    var referencesNotKept: [String] {
        witnesses.documents.map(\.path).filter { path in
            witnesses.plan.expectation(for: path)?.reference != nil && reference(to: path) == nil
                && attempts.contains { $0.document.isPath(path) }
        }
    }

    func reference(to document: String) -> ReferenceFinding? {
        guard let witness = witnesses.references.last(where: { $0.document.isPath(document) }) else { return nil }
        let relaunches = snapshots.filter(\.isAfterRelaunch)
        func state(_ snapshot: LibrarySnapshot?) -> String? {
            snapshot?.listing.first { $0.id == witness.entry && $0.isReference }?.reference
        }
        let isGone = witnesses.plan.relaunch.contains(.deleteOriginal)
        return ReferenceFinding(
            witness: witness, found: state(relaunches.first), foundAtLast: state(relaunches.last),
            due: isGone ? .unavailable : .moved, rulesMet: rulesMet(by: witness))
    }

    private func rulesMet(by witness: ReferenceWitness) -> [String] {
        var met: [String] = []
        for event in witnesses.trace where event.kind == .fault && event.sequence >= witness.firstEvent {
            guard event.operation?.hasPrefix("bookmark") == true, event.path?.isPath(witness.document) == true,
                let rule = event.rule, !met.contains(rule)
            else { continue }
            met.append(rule)
        }
        return met
    }
}
