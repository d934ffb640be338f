import FaultInjection

/// The table of faults as people read it: `fpsim faults` and the README print the same source.
package enum FaultListing {
    /// The README's table, a row a fault.
    package static var markdown: String {
        var lines = ["| Fault | What the provider does | Where | Example |", "|---|---|---|---|"]
        for kind in Fault.Kind.allCases {
            let entry = kind.entry
            let usual = entry.usualOperations.operations.map(\.rawValue).joined(separator: ", ")
            lines.append("| `\(kind.rawValue)` | \(entry.about) | \(usual) | `\(entry.example)` |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// All faults by family, a line each.
    package static var overview: String {
        let width = Fault.Kind.allCases.map(\.rawValue.count).max() ?? 0
        var lines: [String] = []
        for family in FaultFamily.allCases {
            lines.append("\(family.rawValue): \(family.about)")
            for kind in Fault.Kind.allCases where kind.entry.family == family {
                let name = kind.rawValue + String(repeating: " ", count: width - kind.rawValue.count)
                lines.append("  \(name)  \(kind.entry.about)")
            }
            lines.append("")
        }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }

    /// Everything about one fault.
    package static func details(of kind: Fault.Kind) -> String {
        let entry = kind.entry
        var lines = ["\(kind.rawValue) (\(entry.family.rawValue))", "  \(entry.about)", "", "  do: {\(entry.example)}"]
        if !entry.fields.isEmpty {
            lines += ["", "details:"]
            let width = entry.fields.map(\.name.count).max() ?? 0
            for field in entry.fields {
                let name = field.name + String(repeating: " ", count: width - field.name.count)
                let need = field.required ? "" : "optional; "
                lines.append("  \(name)  \(need)\(field.about)")
                lines.append("  \(String(repeating: " ", count: width))  \(field.type.meaning)")
            }
        }
        if let shorthand = entry.shorthand {
            lines += ["", "  A bare value stands for '\(shorthand)'."]
        }
        let names = { (set: OperationSet) in set.operations.map(\.rawValue).joined(separator: ", ") }
        lines += [
            "", "where:", "  \(names(entry.operations))", "  without 'operation': \(names(entry.usualOperations))",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// All operations and conditions that a rule can name.
    package static var vocabulary: String {
        let width = (Operation.allCases.map(\.rawValue.count) + Condition.allCases.map(\.rawValue.count)).max() ?? 0
        func line(_ name: String, _ about: String) -> String {
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(about)"
        }
        let lines =
            ["operations ('operation'):"] + Operation.allCases.map { line($0.rawValue, $0.about) }
            + ["", "conditions ('while'):"] + Condition.allCases.map { line($0.rawValue, $0.about) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The fault of this name, or the nearest name.
    package static func find(_ name: String) -> (kind: Fault.Kind?, nearest: String?) {
        (Fault.Kind(rawValue: name), WordSuggestion.nearest(to: name, among: Fault.Kind.allCases.map(\.rawValue)))
    }
}
