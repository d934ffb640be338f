import FaultInjection

/// Reads what stands after `do:`: one fault's name and its details.
enum FaultReader {
    static func read(_ node: YAMLNode, _ problems: inout ProblemList) -> Fault? {
        guard case .mapping(let entries) = node.content else {
            var suggestion: String?
            if case .scalar(let text, _) = node.content, let kind = Fault.Kind(rawValue: text) {
                suggestion = "write '\(kind.entry.example)'"
            }
            problems.error(
                node.position, "'do' is one fault with its details, not \(node.kindName)", suggestion: suggestion)
            return nil
        }
        guard let entry = entries.first else {
            problems.error(node.position, "'do' names no fault")
            return nil
        }
        for other in entries.dropFirst() {
            problems.error(
                other.position, "'do' has a second fault, '\(other.key.shortened)'",
                suggestion: "write a second rule, it may match the same operations")
        }
        guard let kind = Fault.Kind(rawValue: entry.key) else {
            problems.error(
                entry.position, "unknown fault '\(entry.key.shortened)'",
                suggestion: WordSuggestion.text(for: entry.key, among: Fault.Kind.allCases.map(\.rawValue))
                    ?? "'fpsim faults' lists them all")
            return nil
        }
        guard let arguments = arguments(entry, kind.entry, &problems), entries.count == 1 else { return nil }
        let fault = Fault(kind, arguments)
        if let contradiction = fault.contradiction {
            problems.error(entry.value.position, "\(kind.rawValue): \(contradiction)")
            return nil
        }
        return fault
    }

    private static func arguments(
        _ entry: YAMLNode.Entry, _ row: FaultEntry, _ problems: inout ProblemList
    ) -> FaultArguments? {
        let name = row.kind.rawValue
        if case .mapping(let fields) = entry.value.content {
            return details(fields, entry, row, &problems)
        }
        if entry.value.isNull, row.fields.allSatisfy({ !$0.required }) { return FaultArguments() }
        guard let shorthand = row.shorthand, let field = row.fields.first(where: { $0.name == shorthand }) else {
            problems.error(
                entry.value.position, "'\(name)' takes a mapping of details, not \(entry.value.kindName)",
                suggestion: "write '\(row.example)'")
            return nil
        }
        let missing = row.fields.filter { $0.required && $0.name != shorthand }
        guard missing.isEmpty else {
            problems.error(
                entry.value.position, "'\(name)' needs '\(missing[0].name)' too: \(missing[0].about)",
                suggestion: "write '\(row.example)'")
            return nil
        }
        guard let value = ValueReader.read(entry.value, as: field.type, for: name, &problems) else { return nil }
        return FaultArguments([shorthand: value])
    }

    private static func details(
        _ fields: [YAMLNode.Entry], _ entry: YAMLNode.Entry, _ row: FaultEntry, _ problems: inout ProblemList
    ) -> FaultArguments? {
        let name = row.kind.rawValue
        var values: [String: FieldValue] = [:]
        var isWhole = true
        for detail in fields {
            guard let field = row.fields.first(where: { $0.name == detail.key }) else {
                let known = row.fields.map(\.name)
                problems.error(
                    detail.position, "'\(name)' has no detail '\(detail.key.shortened)'",
                    suggestion: known.isEmpty
                        ? "it has none: write '\(name): {}'" : WordSuggestion.text(for: detail.key, among: known))
                isWhole = false
                continue
            }
            if let value = ValueReader.read(detail.value, as: field.type, for: field.name, &problems) {
                values[field.name] = value
            } else {
                isWhole = false
            }
        }
        for field in row.fields where field.required && !fields.contains(where: { $0.key == field.name }) {
            problems.error(entry.position, "'\(name)' needs '\(field.name)': \(field.about)")
            isWhole = false
        }
        return isWhole ? FaultArguments(values) : nil
    }
}
