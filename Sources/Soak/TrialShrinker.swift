import Trials

/// Finds the smallest trial that still fails in the same way: the fewest rules, one document, the shortest workload,
/// the smallest numbers. What failing means, and how often a trial is repeated for it, is the caller's.
package struct TrialShrinker {
    /// Whether a trial still fails as the first one did.
    private let fails: (SoakTrial) throws -> Bool
    /// Whether the time for searching is over.
    private let mustStop: () -> Bool
    package private(set) var tries = 0
    package private(set) var wasCutShort = false

    package init(mustStop: @escaping () -> Bool = { false }, fails: @escaping (SoakTrial) throws -> Bool) {
        self.fails = fails
        self.mustStop = mustStop
    }

    /// - Throws: What `fails` throws.
    package mutating func shrink(_ trial: SoakTrial) throws -> SoakTrial {
        var smallest = trial
        // What is large goes first, since each try then costs less; and again, since one removal makes way for others.
        while true {
            let before = smallest
            for reduction in Reduction.all { try reduce(&smallest, by: reduction) }
            if smallest == before || wasCutShort { return smallest }
        }
    }

    private mutating func reduce(_ trial: inout SoakTrial, by reduction: Reduction) throws {
        var refused: Set<SoakTrial> = []
        while let candidate = reduction.candidates(trial).first(where: { $0 != trial && !refused.contains($0) }) {
            if mustStop() {
                wasCutShort = true
                return
            }
            tries += 1
            if try fails(candidate) { trial = candidate } else { refused.insert(candidate) }
        }
    }
}

/// A way to make a trial smaller.
struct Reduction: Sendable {
    /// Smaller trials, the smallest first.
    let candidates: @Sendable (SoakTrial) -> [SoakTrial]

    static let all = [
        fewerRules, fewerDocuments, fewerSteps, simplerBase, simplerSteps, plainerDocuments, simplerRules,
        smallerNumbers,
    ]

    private static let fewerRules = Reduction { trial in
        guard !trial.rules.isEmpty else { return [] }
        let single = trial.rules.count > 2 ? trial.rules.map { rule in trial.with { $0.rules = [rule] } } : []
        let without = trial.rules.indices.map { index in trial.with { $0.rules.remove(at: index) } }
        return [trial.with { $0.rules = [] }] + single + without
    }

    /// Without a document, and without the steps that are about it.
    private static let fewerDocuments = Reduction { trial in
        guard trial.documents.count > 1 else { return [] }
        return trial.documents.map { document in
            trial.with { smaller in
                smaller.documents.removeAll { $0 == document }
                smaller.steps = smaller.steps.compactMap { $0.without(document.path) }
            }
        }
    }

    private static let fewerSteps = Reduction { trial in
        let halves =
            trial.steps.count > 3
            ? [Array(trial.steps.prefix(trial.steps.count / 2)), Array(trial.steps.suffix(trial.steps.count / 2))] : []
        return halves.map { steps in trial.with { $0.steps = steps } }
            + trial.steps.indices.reversed().map { index in trial.with { $0.steps.remove(at: index) } }
    }

    private static let simplerBase = Reduction { trial in
        trial.base?.simpler.map { base in trial.with { $0.base = base } } ?? []
    }

    private static let simplerSteps = Reduction { trial in
        trial.steps.indices.flatMap { index in
            trial.steps[index].simpler.map { step in trial.with { $0.steps[index] = step } }
        }
    }

    private static let plainerDocuments = Reduction { trial in
        trial.documents.indices.flatMap { index in
            trial.documents[index].plainer.map { document in
                trial.with { plainer in
                    let old = plainer.documents[index].path
                    plainer.documents[index] = document
                    guard document.path != old else { return }
                    plainer.steps = plainer.steps.map { $0.renaming(old, to: document.path) }
                    for rule in plainer.rules.indices where plainer.rules[rule].path == GlobText.literal(old) {
                        plainer.rules[rule].path = GlobText.literal(document.path)
                    }
                }
            }
        }
            + (trial.latencyMilliseconds > 0 ? [trial.with { $0.latencyMilliseconds = 0 }] : [])
            + (trial.profile != "strict" ? [trial.with { $0.profile = "strict" }] : [])
    }

    /// Without a condition, or for every path.
    private static let simplerRules = Reduction { trial in
        trial.rules.indices.flatMap { index in
            var candidates = trial.rules[index].conditions.indices.map { condition in
                trial.with { $0.rules[index].conditions.remove(at: condition) }
            }
            if trial.rules[index].path != "**/*" { candidates.append(trial.with { $0.rules[index].path = "**/*" }) }
            return candidates
        }
    }

    private static let smallerNumbers = Reduction { trial in
        trial.rules.indices.flatMap { rule -> [SoakTrial] in
            let conditions = trial.rules[rule].conditions.indices.flatMap { index in
                trial.rules[rule].conditions[index].value.smaller.map { value in
                    trial.with { $0.rules[rule].conditions[index].value = value }
                }
            }
            let arguments = trial.rules[rule].arguments.indices.flatMap { index in
                trial.rules[rule].arguments[index].value.smaller.map { value in
                    trial.with { $0.rules[rule].arguments[index].value = value }
                }
            }
            return conditions + arguments
        }
    }
}

extension SoakTrial {
    func with(_ change: (inout SoakTrial) -> Void) -> SoakTrial {
        var copy = self
        change(&copy)
        return copy
    }
}

extension DocumentRecipe {
    /// The same document with less about it.
    var plainer: [DocumentRecipe] {
        var candidates: [DocumentRecipe] = []
        func add(_ change: (inout DocumentRecipe) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { candidates.append(copy) }
        }
        add { $0.path = "report.pdf" }
        add { $0.path = path.split(separator: "/").last.map(String.init) ?? path }
        add { $0.isDataless = false }
        add { $0.variant = 0 }
        switch content {
        case .pdf(let bytes):
            for smaller in [2_000, 8_000, 30_000] where smaller < bytes { add { $0.content = .pdf(bytes: smaller) } }
        case .cutPDF(let bytes, let percent):
            if bytes > 2_000 { add { $0.content = .cutPDF(bytes: 2_000, percent: percent) } }
            if percent != 50 { add { $0.content = .cutPDF(bytes: bytes, percent: 50) } }
            add { $0.content = .pdf(bytes: 2_000) }
        case .noise(let bytes):
            if bytes > 1 { add { $0.content = .noise(bytes: 1) } }
        case .html, .empty:
            break
        }
        return candidates
    }
}
