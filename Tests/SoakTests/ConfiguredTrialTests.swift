import Foundation
import ProviderConfiguration
import Trials
import Testing

@testable import Soak

/// Trials whose providers come from provider-configs.
@Suite struct ConfiguredTrialTests {
    private static let catalogue =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/provider-configs"
    private let configs: [Matrix.Config]
    private let recipes: [ConfigRecipe]

    init() throws {
        configs = try Matrix.configs(in: Self.catalogue)
        recipes = try configs.map(ConfigRecipe.init)
    }

    private func plan(of trial: SoakTrial) throws -> ProviderPlan {
        let outcome = PlanLoader().load([(name: "trial.yaml", bytes: Array(trial.providerConfig.utf8))])
        return try #require(outcome.plan, "\(outcome.errors)\n\(trial.providerConfig)")
    }

    @Test func `a config's rules, items and scope are the trial's, each to the letter`() throws {
        for (config, recipe) in zip(configs, recipes) {
            let generator = TrialGenerator(seed: 1, configs: [recipe])
            let trial = generator.trial(1)
            let plan = try plan(of: trial)
            let rules = config.plan.rules.filter { !$0.trigger.byHand }
            #expect(plan.rules.count == rules.count, "\(config.name)")
            for (made, said) in zip(plan.rules, rules) {
                #expect(made.fault == said.fault, "\(config.name)")
                #expect(made.trigger == said.trigger, "\(config.name)")
                #expect(made.operations == said.operations, "\(config.name)")
                #expect(made.path == said.path, "\(config.name)")
            }
            #expect(plan.items.starts(with: config.plan.items), "\(config.name)")
            #expect(plan.scope == config.plan.scope, "\(config.name)")
            #expect(plan.grantLimit == config.plan.grantLimit, "\(config.name)")
            let laidOut = trial.documents.map(\.path) + plan.documents.map(\.path)
            #expect(config.plan.documents.allSatisfy { laidOut.contains($0.path) }, "\(config.name)")
        }
    }

    @Test func `two configs make one right config, and each config comes up`() throws {
        let generator = TrialGenerator(seed: 1, configs: recipes)
        var seen: Set<String> = []
        var pairs = 0
        for number in 1...1200 {
            let trial = generator.trial(number)
            _ = try plan(of: trial)
            let names = try #require(trial.base?.configs)
            seen.formUnion(names)
            pairs += names.count - 1
            #expect(trial.steps.contains(.lift) && trial.steps.last == .relaunch)
        }
        #expect(seen == Set(recipes.map(\.name)))
        #expect((200...600).contains(pairs), "\(pairs)")
    }

    @Test func `what a config brought is made smaller like what was generated`() throws {
        let recipe = try #require(recipes.first { $0.name == "provider/hangs-for-a-moment" || !$0.base.items.isEmpty })
        let trial = TrialGenerator(seed: 1, configs: [recipe]).trial(1)
        var shrinker = TrialShrinker { _ in true }
        let smallest = try shrinker.shrink(trial)
        #expect(smallest.rules.isEmpty && smallest.steps.isEmpty)
        #expect(smallest.base?.items == [] && smallest.base?.configs == trial.base?.configs)
        // Numbers keep their units.
        var one = TrialShrinker { !$0.rules.isEmpty }
        let slow = try #require(recipes.first { $0.rules.contains { $0.fault == "delay" } })
        let least = try one.shrink(TrialGenerator(seed: 1, configs: [slow]).trial(1))
        #expect(least.rules.count == 1)
        _ = try plan(of: least)
    }

    /// Configs that somebody wrote, as recipes.
    private func recipes(_ texts: [String]) throws -> [ConfigRecipe] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fpsim-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, text) in texts.enumerated() {
            try "provider: A\n\(text)\n".write(
                to: folder.appendingPathComponent("\(index).yaml"), atomically: true, encoding: .utf8)
        }
        return try Matrix.configs(in: folder.path).map(ConfigRecipe.init)
    }

    @Test func `configs whose documents can't stand side by side are never drawn together`() throws {
        let clashing = try recipes([
            "documents: [{path: A, bytes: 3}]", "documents: [{path: A/B.pdf, pdf: 3KiB}]",
            "documents: [{path: A, folder: true}, {path: A/B.pdf, pdf: 4KiB}]",
            // A usual document's place.
            "documents: [{path: Report.pdf, bytes: 0}]", "documents: [{path: Invoices, bytes: 3}]",
        ])
        let generator = TrialGenerator(seed: 1, configs: clashing)
        #expect((1...100).allSatisfy { generator.trial($0).base?.configs.count == 1 })
    }

    @Test func `names that look like numbers stay, a long one is cut, and a usual document can be another`() throws {
        let odd = try recipes([
            """
            documents: [{path: Report.pdf, bytes: 0}]
            rules:
              - name: \(String(repeating: "n", count: 4096))
                when: {operation: open, process: 007}
                do: {rename: {to: 007}}
              - do: {move: {to: 5s}}
            """
        ])
        let trial = TrialGenerator(seed: 1, configs: odd).trial(1)
        let plan = try plan(of: trial)
        #expect(plan.rules.map(\.fault) == odd[0].plan.rules.map(\.fault))
        #expect(plan.rules[0].trigger == odd[0].plan.rules[0].trigger)
        #expect(trial.documents.filter { $0.path == "Report.pdf" }.map(\.content) == [.empty])
    }
}
