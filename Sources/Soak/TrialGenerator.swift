import Trials

/// Makes trial number N of a seed: always the same one, whoever asks and whatever was made before.
package struct TrialGenerator: Sendable {
    package let seed: UInt64
    package let workload: Workload
    /// What providers are made from; empty: each is generated.
    let configs: [ConfigRecipe]
    private let templates = RuleTemplate.all

    package init(seed: UInt64, workload: Workload = .everything, configs: [ConfigRecipe] = []) {
        self.seed = seed
        self.workload = workload
        self.configs = configs
    }

    package func trial(_ number: Int) -> SoakTrial {
        switch workload {
        case .everything: anything(number)
        case .plain: plain(number)
        case .calm: calm(anything(number))
        case .deaths: deadly(anything(number))
        }
    }

    private func anything(_ number: Int) -> SoakTrial {
        configs.isEmpty ? generated(number) : configured(number)
    }

    private func generated(_ number: Int) -> SoakTrial {
        var random = SeededRandom(seed: seed, trial: number)
        var documents = documents(&random)
        // A library that dies needs an import that gets there, so few of these trials have a provider in the way.
        let isAboutLibrary = random.oneIn(5)
        let rules = rules(
            &random, documents: documents,
            count: random.pick(isAboutLibrary ? [0, 0, 0, 1] : [0, 1, 1, 1, 1, 1, 1, 2, 2, 3]))
        // What is about downloads needs something to download.
        if rules.contains(where: { $0.operations == ["download"] }) {
            for index in documents.indices { documents[index].isDataless = true }
        }
        var steps = steps(&random, documents: documents)
        if isAboutLibrary {
            breakLibrary(&steps, &random)
            importEarlier(&steps, documents[0].path, number)
        } else {
            slowDown(&steps, number)
        }
        return SoakTrial(
            number: number, seed: random.next() % 1_000_000, profile: random.pick(["strict", "strict", "lax"]),
            latencyMilliseconds: random.pick([0, 0, 1, 5, 20]), rules: rules, documents: documents,
            steps: steps + TrialGenerator.ending(&random))
    }

    // MARK: Documents

    private static let names = [
        "report.pdf", "scan 1.pdf", "Rechnung März.pdf", "re\u{301}sume\u{301}.pdf", "100% done.pdf", "a#b?c.pdf",
        "it's “quoted”.pdf", "tab\there.pdf", "-rf.pdf", "report.PDF", "no extension", ".hidden.pdf",
    ]
    private static let folders = ["", "Docs/", "Docs/Deep er/", "Пример/"]

    private func documents(_ random: inout SeededRandom) -> [DocumentRecipe] {
        let count = random.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3])
        var documents: [DocumentRecipe] = []
        for _ in 0..<count {
            let folder = random.pick(TrialGenerator.folders)
            // Documents of one name in two folders, too.
            var name = random.oneIn(3) ? "report.pdf" : random.pick(TrialGenerator.names)
            if documents.contains(where: { $0.path == folder + name }) { name = "\(documents.count) " + name }
            documents.append(
                DocumentRecipe(
                    path: folder + name, content: content(&random), isDataless: random.oneIn(3),
                    variant: random.next() % 1000))
        }
        return documents
    }

    private func content(_ random: inout SeededRandom) -> DocumentRecipe.Content {
        let size = random.pick([2_000, 8_000, 30_000, 70_000, 200_000])
        switch random.pick(from: 0...11) {
        case 0: return .cutPDF(bytes: size, percent: random.pick(from: 1...95))
        case 1: return random.oneIn(2) ? .html : .noise(bytes: random.pick([1, 100, 5000]))
        case 2: return random.oneIn(3) ? .empty : .pdf(bytes: size)
        default: return .pdf(bytes: size)
        }
    }

    // MARK: Rules

    /// One trial in ten has none: what fails then has no excuse.
    private func rules(
        _ random: inout SeededRandom, documents: [DocumentRecipe], count: Int
    ) -> [RuleRecipe] {
        (0..<count).map { index in
            var rule = random.pick(templates, weight: \.weight).make(&random)
            rule.name = "\(index + 1) \(rule.fault)"
            // The root has no name that could change.
            let isAboutOne = random.oneIn(3) && rule.fault != "rename-parent"
            rule.path =
                isAboutOne ? GlobText.literal(random.pick(documents).path) : "**/*"
            return rule
        }
    }

    // MARK: Steps

    func steps(_ random: inout SeededRandom, documents: [DocumentRecipe]) -> [TrialStep] {
        var steps: [TrialStep] = []
        var requests = documents.map { request(&random, $0.path) }
        // The same document twice.
        if random.oneIn(12) { requests.append(request(&random, random.pick(documents).path)) }
        if random.oneIn(10) { steps.append(change(&random, documents)) }
        if requests.count > 1, random.oneIn(2) {
            steps.append(.importing(requests))
        } else {
            steps += requests.map { .importing([$0]) }
        }
        if random.oneIn(8) { steps.append(change(&random, documents)) }
        if random.oneIn(5) { steps.append(.relaunch) }
        if random.oneIn(4) { steps.append(.retry(onlyRetryable: true)) }
        return steps
    }

    /// What of a library's operations is worth dying at, and how many of it an import has.
    private static let deaths: [(operations: [String], count: Int)] = [
        (["rename", "link"], 3), (["fsync", "fsyncdir"], 6), (["write"], 8), (["create", "mkdir"], 5),
        (["unlink"], 2), (["create", "write", "fsync", "rename", "link", "unlink"], 40),
    ]

    /// The importer dies at an operation on its library, or the power goes once it has said that it imported.
    func breakLibrary(_ steps: inout [TrialStep], _ random: inout SeededRandom) {
        let imports = steps.indices.filter { if case .importing = steps[$0] { true } else { false } }
        let index = random.pick(imports)
        guard case .importing(var requests) = steps[index], random.oneIn(2) else {
            steps.insert(contentsOf: [.cutPower, .relaunch], at: index + 1)
            return
        }
        let death = random.pick(TrialGenerator.deaths)
        let request = random.pick(from: 0...(requests.count - 1))
        var fault = LibraryFault(
            random.pick(LibraryFault.Kind.deaths), at: death.operations, nth: random.pick(from: 1...death.count))
        // The power goes for all; where several import, one of them dies.
        if requests.count > 1, fault.kind == .powerCut { fault.kind = .killBefore }
        requests[request].libraryFault = fault
        steps[index] = .importing(requests)
        if random.oneIn(2) { steps.insert(.relaunch, at: index + 1) }
    }

    /// Where an import dies, the library has something to lose in half of the trials; it dies early in what it writes
    /// then, for little else is done by one that adds to what is there.
    private func importEarlier(_ steps: inout [TrialStep], _ path: String, _ number: Int) {
        var random = SeededRandom(seed: seed, trial: number, purpose: "earlier")
        guard random.oneIn(2) else { return }
        let operations = [random.pick(["write", "write", "setattr", "rename"])]
        let nth = random.pick(from: 1...2)
        steps = steps.map { step in
            guard case .importing(var requests) = step else { return step }
            for index in requests.indices {
                guard let kind = requests[index].libraryFault?.kind else { continue }
                requests[index].libraryFault = LibraryFault(kind, at: operations, nth: nth)
            }
            return .importing(requests)
        }
        steps.insert(.importing([.init(document: path)]), at: 0)
    }

    /// On a folder in memory what two importers do to a library hardly meets: half of those that import at once have a
    /// disk beneath it.
    func slowDown(_ steps: inout [TrialStep], _ number: Int) {
        var random = SeededRandom(seed: seed, trial: number, purpose: "disk")
        for index in steps.indices {
            guard case .importing(var requests) = steps[index], requests.count > 1, random.oneIn(2) else { continue }
            requests[0].libraryFault = .slowDisk
            steps[index] = .importing(requests)
        }
    }

    /// Safety first, then liveness: all rules are lifted, and every import must settle.
    static func ending(_ random: inout SeededRandom) -> [TrialStep] {
        var steps: [TrialStep] = [.lift, .online, .retry(onlyRetryable: false)]
        steps.append(random.oneIn(3) ? .deleteOriginals : .moveOriginals)
        if random.oneIn(2) { steps.append(.moveLibrary) }
        return steps + [.relaunch]
    }

    private func request(_ random: inout SeededRandom, _ path: String) -> TrialStep.ImportRequest {
        var request = TrialStep.ImportRequest(document: path)
        let isOdd = random.oneIn(8)
        request.pick = isOdd ? random.pick([.copy, .copy, .rebuilt]) : .document
        request.cancel = random.oneIn(12)
        if random.oneIn(16) { request.killAfterMilliseconds = random.pick(from: 5...80) }
        return request
    }

    /// Somebody on another device, or the provider itself.
    private func change(_ random: inout SeededRandom, _ documents: [DocumentRecipe]) -> TrialStep {
        let path = random.pick(documents).path
        switch random.pick(from: 0...5) {
        case 0: return .move(path, to: "Elsewhere/moved.pdf")
        case 1: return .delete(path)
        case 2: return .replace(path, with: random.pick(["newer", "garbage", "html"]))
        case 3: return .trash(path)
        case 4: return .offline
        default: return .killProvider
        }
    }
}
