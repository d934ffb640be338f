/// What the trials of one config came to, when each was run several times.
package struct Repetition: Hashable, Sendable {
    package struct Outcome: Hashable, Sendable {
        package var text: String
        package var count: Int

        package init(text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

    package var config: String
    package var trials: Int
    /// The outcomes that differ, the most frequent first.
    package var outcomes: [Outcome]

    /// The trials by config, in the order of their first.
    package static func groups(of trials: [TrialRecord]) -> [Repetition] {
        var configs: [String] = []
        var byConfig: [String: [TrialRecord]] = [:]
        for trial in trials {
            if byConfig[trial.config] == nil { configs.append(trial.config) }
            byConfig[trial.config, default: []].append(trial)
        }
        return configs.map { config in
            let trials = byConfig[config] ?? []
            let counts = trials.reduce(into: [:]) { $0[text(of: $1), default: 0] += 1 }
            let outcomes = counts.map { Outcome(text: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
            return Repetition(config: config, trials: trials.count, outcomes: outcomes)
        }
    }

    /// The verdict, and the outcome and phase of each document: what must not differ from one run to the next.
    private static func text(of trial: TrialRecord) -> String {
        let documents = trial.documents.map { document in
            "\(document.path): \(document.outcome)" + (document.phase.map { " in \($0)" } ?? "")
        }
        return ([trial.verdict.rawValue] + documents).joined(separator: "; ")
    }
}
