import ProviderConfiguration
import Reporting
import Trace

extension TrialRecord {
    /// What a trial came to, from what was witnessed: the eight rules, and what the provider-config expects.
    /// - Parameter isOwn: fpsim's own importer must meet every fault; for another, a trial without its fault is void.
    package init(
        _ witnesses: Witnesses, config: String, seed: UInt64, repetition: Int, isOwn: Bool, command: String,
        seconds: Double
    ) {
        let evidence = Evidence(witnesses)
        let plan = witnesses.plan
        let documents = evidence.documentRecords()
        let violations = Judge.violations(in: witnesses)
        let rules = plan.rules.map { rule in
            RuleRecord(
                name: rule.name, fault: rule.fault.kind.rawValue, isOptional: rule.isOptional,
                fired: witnesses.trace.count { $0.kind == .fault && $0.rule == rule.name })
        }
        let unmet = rules.filter { $0.fired == 0 && !$0.isOptional }.map(\.name)
        var note: String?
        var verdict = Verdict.held
        let notJudged = evidence.referencesNotKept.isEmpty ? [] : ["references: this importer keeps none"]
        if !unmet.isEmpty {
            let reason = notJudged.isEmpty ? "" : "; not judged: " + notJudged.joined(separator: ", ")
            note = "never fired: \(unmet.joined(separator: ", "))\(reason)"
            verdict = isOwn ? .failed : .void
        }
        // What is expected of no document would hold whatever the importer did.
        let pointless = plan.expectations.map(\.document).filter { pattern in
            !witnesses.documents.contains { pattern.matches($0.path) }
        }
        if !pointless.isEmpty {
            let words =
                "the expectation of “\(pointless.map(\.description).joined(separator: "”, “"))” matches no document"
            note = [note, words].compactMap { $0 }.joined(separator: "; ")
            verdict = isOwn ? .failed : .void
        }
        if !violations.isEmpty || documents.contains(where: { $0.mismatch != nil }) { verdict = .failed }
        self.init(
            config: config, provider: plan.provider, about: plan.about, reported: plan.reported, seed: seed,
            repetition: repetition, documents: documents, rules: rules, violations: violations,
            notExercised: evidence.phasesNotExercised(), notJudged: notJudged.isEmpty ? nil : notJudged,
            verdict: verdict, note: note, seconds: seconds,
            command: command)
    }
}

extension Evidence {
    func change(of attempt: Attempt) -> Change? {
        changes.first { $0.attempts.contains(attempt) }
    }

    /// A record for every document that was picked.
    func documentRecords() -> [DocumentRecord] {
        witnesses.documents.compactMap { document in
            let tries = attempts.filter { $0.document.isPath(document.path) }
            guard let first = tries.first else { return nil }
            let outcome = DocumentOutcome(of: first, in: change(of: first))
            let expected = witnesses.plan.expectation(for: document.path)
            var mismatch = expected.flatMap(outcome.departure)
            if mismatch == nil, let wanted = expected?.retry, !outcome.isKeptSilently {
                mismatch = departureOfRetry(tries.dropFirst().first { !$0.afterLift }, from: wanted)
            }
            let reference = reference(to: document.path)
            if mismatch == nil, let wanted = expected?.reference { mismatch = reference?.departure(from: wanted) }
            return DocumentRecord(
                path: document.path, type: document.type, size: document.size, outcome: outcome.outcome.rawValue,
                phase: outcome.phase, cause: outcome.cause, isRetryable: outcome.isRetryable,
                expected: expected?.summary, mismatch: mismatch, reference: reference?.found,
                rulesFired: rulesMet(by: first) + (reference?.rulesMet ?? []),
                findings: findings(about: document, tries),
                actions: actions(of: document, tries) + (reference?.actions ?? []))
        }
    }

    /// What the provider found fault with in the access to a document, each kind once.
    private func findings(about document: TrialDocument, _ tries: [Attempt]) -> [String] {
        var kinds: Set<String> = []
        for attempt in tries {
            let names = [document.path, attempt.document, attempt.pickedPath]
            for event in events(of: attempt) where event.kind == .finding {
                guard let kind = event.action, let path = event.path, names.contains(where: { $0.isPath(path) }),
                    !(event.pid.map(witnesses.harness.contains) ?? false)
                else { continue }
                kinds.insert(kind)
            }
        }
        return kinds.sorted()
    }

    private func departureOfRetry(_ retry: Attempt?, from wanted: Expectation.Outcome) -> String? {
        guard let retry else { return "expected a retry, and the first try had not failed" }
        return DocumentOutcome(of: retry, in: change(of: retry))
            .departure(from: Expectation(document: .everything, outcome: wanted)).map { "retry: \($0)" }
    }

    /// Each thing that was done with a document, with its actual result.
    private func actions(of document: TrialDocument, _ tries: [Attempt]) -> [ActionRecord] {
        var actions: [ActionRecord] = []
        for (index, attempt) in tries.enumerated() {
            let outcome = DocumentOutcome(of: attempt, in: change(of: attempt))
            let failure = [outcome.phase.map { " in \($0)" }, outcome.cause.map { ": \($0)" }].compactMap { $0 }
            let name = index == 0 ? "import" : attempt.afterLift ? "import once faults are lifted" : "import again"
            actions.append(
                ActionRecord(
                    action: name, result: outcome.outcome.rawValue + failure.joined(),
                    seconds: Double(attempt.endedAt - attempt.startedAt) / 1e9, startedAt: attempt.startedAt))
        }
        let entries = tries.compactMap { $0.result.entry?.id }
        let relaunches = snapshots.filter(\.isAfterRelaunch)
        for (index, snapshot) in relaunches.enumerated() {
            let isLast = index == relaunches.count - 1 && relaunches.count > 1
            actions.append(
                ActionRecord(
                    action: isLast ? "relaunch with original and library moved, open the copy" : "relaunch",
                    result: state(of: entries, in: snapshot), seconds: 0, startedAt: tries.last?.endedAt ?? 0))
        }
        return actions
    }

    private func state(of entries: [String], in snapshot: LibrarySnapshot) -> String {
        if let failure = snapshot.recoverFailure ?? snapshot.listFailure { return failure }
        let listed = snapshot.available.filter { entries.contains($0.id) }
        if listed.isEmpty { return "no entry" }
        let opened = listed.compactMap { snapshot.file(of: $0) }.filter { $0.sha256 != nil }
        return opened.count == listed.count
            ? "opens, " + opened.map { "\($0.size) bytes" }.joined(separator: " and ")
            : "\(listed.count - opened.count) of \(listed.count) entries don't open"
    }

    /// Phases that nothing in the trial put to the test.
    func phasesNotExercised() -> [String] {
        var exercised: Set<String> = []
        let phases = Expectation.Phase.allCases.map(\.rawValue)
        for attempt in attempts where attempt.pickFailure == nil {
            if attempt.result.succeeded {
                exercised.formUnion(phases)
            } else if let phase = attempt.result.failure?.phase, let index = phases.firstIndex(of: phase) {
                exercised.formUnion(phases[...index])
            }
        }
        let starts = witnesses.trace.contains { $0.kind == .scope && $0.action == "start" && isImporters($0) }
        let claims = witnesses.trace.contains { $0.kind == .claim && isImporters($0) }
        if witnesses.plan.scope == .none || !starts { exercised.remove("authorize") }
        if !claims { exercised.remove("coordinate") }
        return phases.filter { !exercised.contains($0) }
    }

    private func isImporters(_ event: TraceEvent) -> Bool {
        event.pid.map { !witnesses.harness.contains($0) } ?? false
    }
}
