import ProviderConfiguration
import Trials

extension TrialGenerator {
    /// A provider as one of the given configs says, or two of them at once, with what an app and a user do at random.
    func configured(_ number: Int) -> SoakTrial {
        var random = SeededRandom(seed: seed, trial: number, purpose: "configs")
        var chosen = [random.pick(configs)]
        let other = random.pick(configs)
        if random.oneIn(3), other.name != chosen[0].name, chosen[0].fits(beside: other) { chosen.append(other) }
        let documents = documents(&random, of: chosen)
        var base = chosen[0].base
        for config in chosen.dropFirst() {
            base.configs += config.base.configs
            base.items += config.base.items
            base.folders += config.base.folders
            base.needsNoScope = base.needsNoScope && config.base.needsNoScope
            base.grants = base.grants ?? config.base.grants
        }
        base.folders = base.folders.enumerated().filter { base.folders.firstIndex(of: $0.element) == $0.offset }
            .map(\.element)
        var rules = chosen.flatMap(\.rules)
        // Each its own name, and short enough for one, however long it was.
        for index in rules.indices { rules[index].name = "\(index + 1) \(rules[index].name.prefix(60))" }
        var steps = steps(&random, documents: documents.imported)
        if random.oneIn(8) { breakLibrary(&steps, &random) } else { slowDown(&steps, number) }
        let mode = random.oneIn(4) ? .document : chosen[0].plan.pick
        steps = steps.map { step in
            guard case .importing(let requests) = step else { return step }
            return .importing(requests.flatMap { $0.picked(as: mode) })
        }
        if chosen.contains(where: { $0.plan.relaunch.contains(.purgeInbox) }) { steps += [.relaunch, .purgeInbox] }
        return SoakTrial(
            number: number, seed: random.next() % 1_000_000,
            profile: random.oneIn(3) ? "lax" : chosen[0].plan.profile.rawValue,
            latencyMilliseconds: random.pick([0, 0, 1, 5, 20]), rules: rules, documents: documents.all,
            steps: steps + Self.ending(&random), base: base)
    }

    /// All that the configs need, and at most three that are imported.
    private func documents(
        _ random: inout SeededRandom, of configs: [ConfigRecipe]
    ) -> (all: [DocumentRecipe], imported: [DocumentRecipe]) {
        var all: [DocumentRecipe] = []
        for document in configs.flatMap(\.documents) where !all.contains(where: { $0.path == document.path }) {
            all.append(document)
        }
        for index in all.indices { all[index].isDataless = random.oneIn(4) }
        var candidates = Array(Set(configs.flatMap(\.expectedDocuments))).sorted()
        var imported: [DocumentRecipe] = []
        for _ in 0..<random.pick([1, 1, 2, 2, 3]) where !candidates.isEmpty {
            let path = candidates.remove(at: random.pick(from: 0...(candidates.count - 1)))
            // A folder has no recipe, and is picked by its path alone.
            imported.append(all.first { $0.path == path } ?? DocumentRecipe(path: path, content: .empty))
        }
        return (all, imported.isEmpty ? Array(all.prefix(1)) : imported)
    }
}
