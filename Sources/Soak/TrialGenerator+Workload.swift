import Trials

extension TrialGenerator {
    /// One whole document, imported.
    func plain(_ number: Int) -> SoakTrial {
        var random = SeededRandom(seed: seed, trial: number, purpose: "plain")
        let document = DocumentRecipe(
            path: "report.pdf", content: .pdf(bytes: random.pick([2_000, 8_000, 30_000, 70_000, 200_000])),
            isDataless: false, variant: random.next() % 1000)
        return SoakTrial(
            number: number, seed: random.next() % 1_000_000, rules: [], documents: [document],
            steps: [.importing([.init(document: document.path)]), .relaunch])
    }

    /// The trial without what kills.
    func calm(_ trial: SoakTrial) -> SoakTrial {
        var trial = trial
        trial.rules.removeAll { ["kill-caller", "die", "restart"].contains($0.fault) }
        trial.steps.removeAll { $0 == .cutPower || $0 == .killProvider }
        for index in trial.steps.indices {
            guard case .importing(var requests) = trial.steps[index] else { continue }
            for request in requests.indices {
                requests[request].killAfterMilliseconds = nil
                if requests[request].libraryFault?.isDeath == true { requests[request].libraryFault = nil }
            }
            trial.steps[index] = .importing(requests)
        }
        return trial
    }

    /// The trial with something that kills, if it has nothing yet.
    func deadly(_ trial: SoakTrial) -> SoakTrial {
        guard calm(trial) == trial else { return trial }
        var trial = trial
        var random = SeededRandom(seed: seed, trial: trial.number, purpose: "death")
        let imports = trial.steps.indices.filter { if case .importing = trial.steps[$0] { true } else { false } }
        switch random.pick(from: 0...3) {
        case 0:
            guard case .importing(var requests) = trial.steps[imports[0]] else { break }
            requests[0].killAfterMilliseconds = random.pick(from: 1...40)
            trial.steps[imports[0]] = .importing(requests)
        case 1:
            trial.steps.insert(.killProvider, at: imports[0] + 1)
        case 2:
            trial.rules.append(
                RuleRecipe(
                    name: "\(trial.rules.count + 1) kill-caller",
                    operations: [random.pick(["open", "read", "coordinate", "scope-start"])], path: "**/*",
                    conditions: [Setting("nth", .count(1))], fault: "kill-caller",
                    arguments: [Setting("when", .word(random.pick(["before", "after"])))]))
        default:
            breakLibrary(&trial.steps, &random)
        }
        return trial
    }
}
