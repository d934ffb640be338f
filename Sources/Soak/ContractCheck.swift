import Trials

/// One thing that the contract of an importer under test asks for, with the trial that shows it.
package struct ContractCheck: Sendable {
    package let name: String
    let trial: SoakTrial
    /// What else must hold beside the eight rules: nil where it does.
    let demand: @Sendable (Witnesses) -> String?

    /// What came of it: empty where the contract is kept.
    package func shortcomings(_ execution: TrialExecution) throws(TrialFailure) -> [String] {
        let witnesses = try execution.witnesses(of: trial)
        let broken = Judge.violations(in: witnesses).map { "rule \($0.rule): \($0.truth)" }
        return [demand(witnesses)].compactMap { $0 } + broken
    }

    private init(
        _ name: String, rules: [RuleRecipe] = [],
        documents: [DocumentRecipe] = [DocumentRecipe(path: "report.pdf", content: .pdf(bytes: 20_000))],
        steps: [TrialStep], demand: @escaping @Sendable (Witnesses) -> String? = { _ in nil }
    ) {
        self.name = name
        trial = SoakTrial(number: 0, seed: 1, rules: rules, documents: documents, steps: steps)
        self.demand = demand
    }

    package static let all = [
        emptyLibrary, imports, relaunches, names, namesakes, failures, cancel, kills, bound, retries,
    ]

    private static func importing(_ path: String, cancel: Bool = false) -> TrialStep {
        .importing([.init(document: path, cancel: cancel)])
    }

    private static let emptyLibrary = ContractCheck(
        "recover and list work on a library that is new, and list prints nothing", steps: [.relaunch]
    ) { witnesses in
        guard let snapshot = witnesses.snapshots.first else { return "nothing was listed" }
        return snapshot.recoverFailure ?? snapshot.listFailure
            ?? (snapshot.listing.isEmpty ? nil : "list prints \(snapshot.listing.count) entries")
    }

    private static let imports = ContractCheck(
        "import ends with 0 and prints the entry as a JSON line, within its scope and a claim; list prints it too",
        steps: [importing("report.pdf")]
    ) { witnesses in
        guard let attempt = witnesses.attempts.first else { return "nothing was imported" }
        guard attempt.result.succeeded else { return "it failed: \(attempt.result.lastWords)" }
        guard let entry = attempt.result.entry else { return "it printed no JSON line with an id" }
        guard let listed = witnesses.snapshots.last?.listing.first(where: { $0.id == entry.id }) else {
            return "list doesn't print the entry \(entry.id ?? "?")"
        }
        if !listed.isAvailable { return "the entry's state is “\(listed.state)”, not available" }
        return listed.displayName == "report.pdf" ? nil : "its displayName is \(listed.displayName ?? "missing")"
    }

    private static let relaunches = ContractCheck(
        "an entry opens after a relaunch, with the original and the library moved",
        steps: [importing("report.pdf"), .moveOriginals, .moveLibrary, .relaunch])

    private static let names = ContractCheck(
        "display names are data: spaces, quotes, percent signs, accents, newlines, no extension",
        documents: ["a b.pdf", "it's \"q\".pdf", "100%25 #?.pdf", "März – 文書.pdf", "two\nlines.pdf", "none"].map {
            DocumentRecipe(path: $0, content: .pdf(bytes: 2_000))
        },
        steps: ["a b.pdf", "it's \"q\".pdf", "100%25 #?.pdf", "März – 文書.pdf", "two\nlines.pdf", "none"].map {
            importing($0)
        })

    private static let namesakes = ContractCheck(
        "two documents of one name, and one document twice, are entries of their own",
        documents: [
            DocumentRecipe(path: "A/report.pdf", content: .pdf(bytes: 20_000), variant: 1),
            DocumentRecipe(path: "B/report.pdf", content: .pdf(bytes: 20_000), variant: 2),
        ],
        steps: [importing("A/report.pdf"), importing("B/report.pdf"), importing("A/report.pdf"), .relaunch]
    ) { witnesses in
        let count = witnesses.snapshots.last?.available.count ?? 0
        return count == 3 ? nil : "list prints \(count) entries after three imports"
    }

    private static let failures = ContractCheck(
        "import of what is no document ends with another code, says why, and leaves nothing",
        documents: [
            DocumentRecipe(path: "page.pdf", content: .html), DocumentRecipe(path: "empty.pdf", content: .empty),
        ],
        steps: [importing("page.pdf"), importing("empty.pdf"), .relaunch]
    ) { witnesses in
        guard witnesses.attempts.allSatisfy({ !$0.result.succeeded }) else { return "it ended with 0" }
        return witnesses.attempts.contains { $0.result.failure != nil }
            ? nil : "it names no phase: its last line could be {\"phase\":…, \"cause\":…, \"retryable\":…}"
    }

    private static let cancel = ContractCheck(
        "import --cancel adds no entry", steps: [importing("report.pdf", cancel: true), .relaunch])

    private static let kills = ContractCheck(
        "after the importer was killed in mid-import, recover leaves nothing, and importing works",
        rules: [
            RuleRecipe(
                name: "stalls", operations: ["read"], path: "**/*", conditions: [Setting("nth", .count(1))],
                fault: "stall", arguments: [Setting("for", .word("forever"))])
        ],
        steps: [
            .importing([.init(document: "report.pdf", killWhenHeld: 1)]), .relaunch, .lift,
            .retry(onlyRetryable: false), .relaunch,
        ])

    private static let bound = ContractCheck(
        "an import from a provider that never answers ends within FPSIM_BOUND",
        rules: [
            RuleRecipe(
                name: "never answers", operations: ["read"], path: "**/*", fault: "stall",
                arguments: [Setting("for", .word("forever"))])
        ],
        steps: [importing("report.pdf"), .relaunch])

    private static let retries = ContractCheck(
        "a document that came short is refused, and imports once the provider is well",
        rules: [
            RuleRecipe(
                name: "ends early", operations: ["read"], path: "**/*", fault: "end-early",
                arguments: [Setting("at", .percent(50))])
        ],
        steps: [importing("report.pdf"), .lift, .retry(onlyRetryable: false), .relaunch])
}
