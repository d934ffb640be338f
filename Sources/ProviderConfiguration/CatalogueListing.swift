/// The catalogue as people read it: a line a config, and the index from reports to configs.
package struct CatalogueListing: Sendable {
    package struct Row: Sendable {
        package let name: String
        package let plan: ProviderPlan
    }

    package let rows: [Row]
    /// What is wrong with configs of the catalogue, which are then no rows.
    package let problems: [ConfigurationProblem]

    package init(_ catalogue: ConfigurationCatalogue, loader: PlanLoader) {
        var rows: [Row] = []
        var problems: [ConfigurationProblem] = []
        for entry in catalogue.entries {
            let outcome = loader.load(paths: [entry.path])
            problems += outcome.problems
            if let plan = outcome.plan { rows.append(Row(name: entry.name, plan: plan)) }
        }
        self.rows = rows
        self.problems = problems
    }

    /// Those whose name, provider, text, links, rules or faults hold the word, in whatever case; nil: all.
    package func matching(_ word: String?) -> [Row] {
        guard let word = word?.lowercased() else { return rows }
        return rows.filter { row in
            let rules = row.plan.rules.flatMap { [$0.name, $0.fault.kind.rawValue] }
            let texts = [row.name, row.plan.provider, row.plan.about ?? ""] + row.plan.reported + rules
            return texts.contains { $0.lowercased().contains(word) }
        }
    }

    package static func overview(_ rows: [Row]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let name = row.name + String(repeating: " ", count: width - row.name.count)
            return "\(name)  \(row.plan.about ?? row.plan.provider)\n"
        }.joined()
    }

    /// Which configs reproduce which report, a row a report, as Markdown.
    package var index: String {
        var configs: [String: [String]] = [:]
        for row in rows {
            for link in row.plan.reported { configs[link, default: []].append(row.name) }
        }
        let lines = configs.keys.sorted(by: CatalogueListing.comesBefore).map { link in
            "| \(CatalogueListing.short(link)) | \(configs[link]!.map { "`\($0)`" }.joined(separator: ", ")) |"
        }
        return (["| Report | Configs |", "|---|---|"] + lines).joined(separator: "\n") + "\n"
    }

    /// `[keepassium/KeePassium 332](https://github.com/…)`: the repository and the number.
    private static func short(_ link: String) -> String {
        let parts = link.split(separator: "/")
        guard link.hasPrefix("https://github.com/"), parts.count >= 6 else { return "<\(link)>" }
        return "[\(parts[2])/\(parts[3]) \(parts[5])](\(link))"
    }

    /// By text, numbers by value.
    private static func comesBefore(_ left: String, _ right: String) -> Bool {
        func key(_ link: String) -> (String, Int) {
            let digits = link.reversed().prefix(while: \.isNumber).reversed()
            return (String(link.dropLast(digits.count)).lowercased(), Int(String(digits)) ?? 0)
        }
        return key(left) < key(right)
    }
}
