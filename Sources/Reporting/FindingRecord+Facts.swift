extension FindingRecord {
    /// Whose rule it is.
    var ruleName: String { rule == 0 ? "The run itself" : "Rule \(rule)" }

    /// What there is to say of a finding, each fact with its name, as every report shows them.
    var facts: [(name: String, value: String)] {
        var facts = [
            ("Document", example.document ?? "–"), ("Phase", example.phase ?? "–"),
            ("The importer claimed", example.claimed), ("What was true", example.truth),
            ("Faults it met", isUnprovoked ? "none: no rule had fired" : example.faultsMet.joined(separator: ", ")),
            ("Met", "\(count) times, first in trial \(firstTrial)"),
        ]
        if let shrunk { facts.append(("Smallest", shrunk.text)) }
        return facts
    }
}

extension ShrunkRecord {
    /// In one line.
    var text: String {
        "\(number(rules, "rule")), \(number(documents, "document")), \(number(steps, "step")); "
            + "failed \(failed) of \(repetitions) times"
            + (wasCutShort ? "; the time was up before nothing smaller was left" : "")
    }

    private func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
