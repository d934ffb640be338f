import Soak
import Testing
import Trials

@Suite struct TrialShrinkerTests {
    /// A trial in which everything is larger than it need be.
    private let large = SoakTrial(
        number: 1, seed: 7, profile: "lax", latencyMilliseconds: 20,
        rules: [
            RuleRecipe(name: "1 delay", path: "**/*", fault: "delay", arguments: [Setting("for", .milliseconds(90))]),
            RuleRecipe(
                name: "2 end-early", operations: ["read"], path: "Docs/scan 1.pdf",
                conditions: [Setting("nth", .count(3)), Setting("odds", .odds(4))], fault: "end-early",
                arguments: [Setting("at", .percent(37))]),
            RuleRecipe(name: "3 evict", path: "**/*", fault: "evict"),
        ],
        documents: [
            DocumentRecipe(path: "Docs/scan 1.pdf", content: .pdf(bytes: 200_000), isDataless: true, variant: 9),
            DocumentRecipe(path: "other.pdf", content: .html), DocumentRecipe(path: "third.pdf", content: .empty),
        ],
        steps: [
            .importing([.init(document: "Docs/scan 1.pdf", pick: .folder, cancel: true), .init(document: "other.pdf")]),
            .delete("other.pdf"), .relaunch, .retry(onlyRetryable: true), .lift, .retry(onlyRetryable: false),
            .deleteOriginals, .moveLibrary, .relaunch,
        ])

    private func imports(_ trial: SoakTrial) -> Bool {
        trial.steps.contains { if case .importing = $0 { true } else { false } }
    }

    @Test func `only what the failure needs is left, with the smallest numbers`() throws {
        var shrinker = TrialShrinker { trial in
            imports(trial) && trial.rules.contains { $0.fault == "end-early" } && !trial.documents.isEmpty
        }
        let small = try shrinker.shrink(large)
        #expect(small.rules.map(\.fault) == ["end-early"])
        #expect(small.rules[0].conditions.isEmpty)
        #expect(small.rules[0].arguments == [Setting("at", .percent(0))])
        #expect(small.rules[0].path == "**/*")
        #expect(small.documents == [DocumentRecipe(path: "report.pdf", content: small.documents[0].content)])
        #expect(small.steps.count == 1)
        #expect(small.profile == "strict")
        #expect(small.latencyMilliseconds == 0)
        #expect(shrinker.tries < 120)
        #expect(!shrinker.wasCutShort)
    }

    @Test func `two rules that are needed together stay together`() throws {
        var shrinker = TrialShrinker { trial in
            Set(["delay", "evict"]).isSubset(of: trial.rules.map(\.fault))
        }
        #expect(try shrinker.shrink(large).rules.map(\.fault) == ["delay", "evict"])
    }

    @Test func `a document that is renamed keeps its steps and the rules that name it`() throws {
        var shrinker = TrialShrinker { trial in
            trial.rules.contains { $0.path == trial.documents.first?.path } && imports(trial)
        }
        let small = try shrinker.shrink(large)
        #expect(small.documents[0].path == "report.pdf")
        #expect(small.rules[0].path == "report.pdf")
        #expect(small.steps == [.importing([.init(document: "report.pdf")])])
    }

    @Test func `a number is made smaller only as far as the failure stays`() throws {
        var shrinker = TrialShrinker { trial in
            guard case .milliseconds(let time)? = trial.rules.first?.arguments.first?.value else { return false }
            return time >= 40
        }
        let small = try shrinker.shrink(large)
        #expect(small.rules[0].arguments == [Setting("for", .milliseconds(45))])
    }

    @Test func `when the time is up the smallest so far is given, and said to be cut short`() throws {
        var left = 2
        var shrinker = TrialShrinker(
            mustStop: {
                left -= 1
                return left < 0
            }, fails: { !$0.rules.isEmpty })
        let small = try shrinker.shrink(large)
        #expect(shrinker.wasCutShort)
        #expect(!small.rules.isEmpty)
    }
}
