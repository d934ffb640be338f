/// One trial: an importer met a provider, and this is what came of it.
package struct TrialRecord: Codable, Hashable, Sendable {
    /// The provider-config, by the name of its file.
    package var config: String
    /// The source category, such as OneDrive.
    package var provider: String
    package var about: String?
    /// Public reports of the behaviour.
    package var reported: [String]
    package var seed: UInt64
    /// Which repetition of the same trial this is, from 1.
    package var repetition: Int
    package var documents: [DocumentRecord]
    package var rules: [RuleRecord]
    /// The rules of the README that were broken.
    package var violations: [Violation]
    /// Phases that the trial could not exercise.
    package var notExercised: [String]
    /// What the config asks for and this importer doesn't offer, so that nothing is known of it; nil in records of
    /// before it was kept.
    package var notJudged: [String]?
    package var verdict: Verdict
    /// Why a trial is void, or what else went wrong with the trial itself.
    package var note: String?
    package var seconds: Double
    /// The one command that repeats it.
    package var command: String

    package init(
        config: String, provider: String, about: String? = nil, reported: [String] = [], seed: UInt64,
        repetition: Int = 1, documents: [DocumentRecord] = [], rules: [RuleRecord] = [],
        violations: [Violation] = [], notExercised: [String] = [], notJudged: [String]? = nil,
        verdict: Verdict = .held, note: String? = nil, seconds: Double = 0, command: String = ""
    ) {
        self.notJudged = notJudged
        self.config = config
        self.provider = provider
        self.about = about
        self.reported = reported
        self.seed = seed
        self.repetition = repetition
        self.documents = documents
        self.rules = rules
        self.violations = violations
        self.notExercised = notExercised
        self.verdict = verdict
        self.note = note
        self.seconds = seconds
        self.command = command
    }

    package enum Verdict: String, Codable, Hashable, Sendable {
        /// Every rule and expectation held.
        case held
        case failed
        /// The importer never met the fault: nothing was shown.
        case void
    }
}

/// A rule of the provider-config, and how often it fired.
package struct RuleRecord: Codable, Hashable, Sendable {
    package var name: String
    package var fault: String
    package var isOptional: Bool
    package var fired: Int

    package init(name: String, fault: String, isOptional: Bool, fired: Int) {
        self.name = name
        self.fault = fault
        self.isOptional = isOptional
        self.fired = fired
    }
}

/// What became of one document.
package struct DocumentRecord: Codable, Hashable, Sendable {
    /// Relative to the provider's root.
    package var path: String
    /// The type by content, such as PDF.
    package var type: String
    package var size: Int64
    /// imported, repaired, locked, empty, failed or cancelled: from what the library holds and lists.
    package var outcome: String
    /// The phase that failed.
    package var phase: String?
    package var cause: String?
    package var isRetryable: Bool?
    /// What the config expects, nil where it doesn't say.
    package var expected: String?
    /// How the result departs from what is expected, nil where it doesn't.
    package var mismatch: String?
    /// Where a reference to it was found after the relaunch; nil: none was kept.
    package var reference: String?
    /// The rules that fired on this document.
    package var rulesFired: [String]
    /// How the importer misused file access while it had this document, by the kinds of `fpsim findings`; nil in records
    /// of before they were kept.
    package var findings: [String]?
    package var actions: [ActionRecord]

    package init(
        path: String, type: String, size: Int64, outcome: String, phase: String? = nil, cause: String? = nil,
        isRetryable: Bool? = nil, expected: String? = nil, mismatch: String? = nil, reference: String? = nil,
        rulesFired: [String] = [], findings: [String]? = nil, actions: [ActionRecord] = []
    ) {
        self.reference = reference
        self.findings = findings
        self.path = path
        self.type = type
        self.size = size
        self.outcome = outcome
        self.phase = phase
        self.cause = cause
        self.isRetryable = isRetryable
        self.expected = expected
        self.mismatch = mismatch
        self.rulesFired = rulesFired
        self.actions = actions
    }
}

/// Something that was done in a trial, with its actual result.
package struct ActionRecord: Codable, Hashable, Sendable {
    package var action: String
    package var result: String
    package var seconds: Double
    /// When it began, in nanoseconds since the mount: the axis of the trace.
    package var startedAt: Int64

    package init(action: String, result: String, seconds: Double, startedAt: Int64) {
        self.action = action
        self.result = result
        self.seconds = seconds
        self.startedAt = startedAt
    }
}

/// A broken rule: which, where, what the importer claimed and what was true.
package struct Violation: Codable, Hashable, Sendable {
    /// 1 to 8, as the README numbers them.
    package var rule: Int
    package var document: String?
    package var phase: String?
    package var claimed: String
    package var truth: String
    /// The provider's rules that the document met; none: "no rule fired, yet it failed".
    package var faultsMet: [String]

    package init(
        rule: Int, document: String? = nil, phase: String? = nil, claimed: String, truth: String,
        faultsMet: [String] = []
    ) {
        self.rule = rule
        self.document = document
        self.phase = phase
        self.claimed = claimed
        self.truth = truth
        self.faultsMet = faultsMet
    }
}

extension Violation: CustomStringConvertible {
    /// One line that begins with the rule's number.
    package var description: String {
        let place = [document.map { "“\($0)”" }, phase].compactMap { $0 }.joined(separator: ", ")
        let faults = faultsMet.isEmpty ? "no rule had fired" : "met: " + faultsMet.joined(separator: ", ")
        return "\(rule) \(place.isEmpty ? "" : place + ": ")\(truth); the importer: \(claimed) (\(faults))"
    }
}
