/// What a soak found out beyond the trials that it keeps: figures over all of them, and the findings.
package struct SoakRecord: Codable, Hashable, Sendable {
    package var trials = 0
    package var imports = 0
    /// How many times a rule of a provider fired.
    package var faultsMet = 0
    /// Trials in which no fault was met.
    package var voidTrials = 0
    package var violations = 0
    package var mounts = 0
    package var kills = 0
    package var findings: [FindingRecord] = []
    package var matrix: [BehaviourCount] = []
    package var growth: [GrowthRecord] = []
    /// The shares of a divided soak that this record holds: `1/8`, for instance. Empty: it wasn't divided.
    package var shards: [String] = []
    /// It was ended before its trials or its time were up.
    package var wasInterrupted = false

    package init() {}
}

/// A cause, once, however often it was met.
package struct FindingRecord: Codable, Hashable, Sendable {
    /// 1 to 8, or 0: not a rule of the importer's but something about the run itself.
    package var rule: Int
    /// What tells this cause from others.
    package var cause: String
    package var count: Int
    /// The number of the first trial that showed it: the same everywhere for one seed.
    package var firstTrial: Int
    package var example: Violation
    /// No rule had fired, yet it failed.
    package var isUnprovoked: Bool
    /// The folder that repeats it, relative to the report.
    package var folder: String?
    /// The smallest trial that still shows it.
    package var shrunk: ShrunkRecord?

    package init(rule: Int, cause: String, count: Int = 1, firstTrial: Int, example: Violation, isUnprovoked: Bool) {
        self.rule = rule
        self.cause = cause
        self.count = count
        self.firstTrial = firstTrial
        self.example = example
        self.isUnprovoked = isUnprovoked
    }
}

/// How far a failing trial could be made smaller.
package struct ShrunkRecord: Codable, Hashable, Sendable {
    package var rules: Int
    package var documents: Int
    package var steps: Int
    /// Of how many repetitions of the smallest trial how many failed.
    package var failed: Int
    package var repetitions: Int
    /// How many trials the search took.
    package var tries: Int
    /// The time ran out before nothing smaller was left to try.
    package var wasCutShort: Bool

    package init(
        rules: Int, documents: Int, steps: Int, failed: Int, repetitions: Int, tries: Int, wasCutShort: Bool
    ) {
        self.rules = rules
        self.documents = documents
        self.steps = steps
        self.failed = failed
        self.repetitions = repetitions
        self.tries = tries
        self.wasCutShort = wasCutShort
    }
}

/// How often documents of a type came out in one way under one behaviour.
package struct BehaviourCount: Codable, Hashable, Sendable {
    /// A fault's kind, or `none`.
    package var behaviour: String
    package var documentType: String
    package var outcome: String
    package var phase: String?
    package var count: Int

    package init(behaviour: String, documentType: String, outcome: String, phase: String?, count: Int) {
        self.behaviour = behaviour
        self.documentType = documentType
        self.outcome = outcome
        self.phase = phase
        self.count = count
    }
}

/// Something that must stay level in a long run, at its beginning and at its end.
package struct GrowthRecord: Codable, Hashable, Sendable {
    package var what: String
    package var unit: String
    package var first: Int
    package var last: Int
    package var peak: Int
    package var isFinding: Bool

    package init(what: String, unit: String, first: Int, last: Int, peak: Int, isFinding: Bool) {
        self.what = what
        self.unit = unit
        self.first = first
        self.last = last
        self.peak = peak
        self.isFinding = isFinding
    }

    /// In a word.
    var course: String { isFinding ? "grew" : "level" }
}
