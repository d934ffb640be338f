import FaultInjection

/// A mapping whose keys and values were checked against a table.
struct CheckedMapping {
    let position: SourcePosition
    var values: [String: FieldValue] = [:]
    var texts: [String: [(text: String, position: SourcePosition)]] = [:]
    var mappings: [String: [CheckedMapping]] = [:]
    var faults: [String: (fault: Fault, position: SourcePosition)] = [:]
    /// Where each key that is there stands.
    var keys: [String: SourcePosition] = [:]
    /// A value was wrong: what needs all of them is better left alone.
    var isDamaged = false
}

/// Reads mappings by their tables. Everything that is wrong becomes a problem; nothing is dropped in silence.
enum MappingReader {
    /// Nil only if it is no mapping at all.
    static func read(
        _ node: YAMLNode, _ table: ConfigurationTable, _ problems: inout ProblemList
    ) -> CheckedMapping? {
        guard case .mapping(let entries) = node.content else {
            problems.error(node.position, "\(table.name) is a mapping of keys to values, not \(node.kindName)")
            return nil
        }
        var checked = CheckedMapping(position: node.position)
        for entry in entries {
            guard let key = table.key(entry.key) else {
                problems.error(
                    entry.position, "\(table.name) has no key '\(entry.key.shortened)'",
                    suggestion: unknownKeySuggestion(entry.key, table))
                continue
            }
            checked.keys[key.name] = entry.position
            if !readValue(entry, key, &checked, &problems) { checked.isDamaged = true }
        }
        for key in table.keys where key.required && checked.keys[key.name] == nil {
            problems.error(node.position, "\(table.name) needs '\(key.name)': \(key.about)")
            checked.isDamaged = true
        }
        return checked
    }

    /// The nearest key of this mapping, or the mapping that has a key of that name.
    private static func unknownKeySuggestion(_ word: String, _ table: ConfigurationTable) -> String? {
        if let nearest = WordSuggestion.nearest(to: word, among: table.keys.map(\.name)) {
            return "did you mean '\(nearest)'?"
        }
        for (key, inner) in [("when", ConfigurationTable.when), ("download", .download)]
            as [(String, ConfigurationTable)]
        where table.key(key) != nil && inner.key(word) != nil {
            return "it belongs under '\(key)'"
        }
        if table.key("do") != nil, Fault.Kind(rawValue: word) != nil { return "it belongs under 'do'" }
        if table.name != ConfigurationTable.rule.name, ConfigurationTable.rule.key(word) != nil {
            return "it belongs to a rule"
        }
        return "known here: \(table.keys.map(\.name).joined(separator: ", "))"
    }

    private static func readValue(
        _ entry: YAMLNode.Entry, _ key: ConfigurationTable.Key, _ checked: inout CheckedMapping,
        _ problems: inout ProblemList
    ) -> Bool {
        switch key.shape {
        case .value(let type):
            checked.values[key.name] = ValueReader.read(entry.value, as: type, for: key.name, &problems)
            return checked.values[key.name] != nil
        case .texts:
            checked.texts[key.name] = texts(entry.value, key.name, &problems)
            return checked.texts[key.name] != nil
        case .mapping(let table):
            guard let inner = read(entry.value, table, &problems) else { return false }
            checked.mappings[key.name] = [inner]
            return !inner.isDamaged
        case .list(let table):
            guard case .sequence(let nodes) = entry.value.content else {
                problems.error(entry.value.position, "'\(key.name)' is a list of mappings, not \(entry.value.kindName)")
                return false
            }
            checked.mappings[key.name] = nodes.compactMap { read($0, table, &problems) }
            return true
        case .fault:
            checked.faults[key.name] = FaultReader.read(entry.value, &problems).map { ($0, entry.value.position) }
            return checked.faults[key.name] != nil
        }
    }

    private static func texts(
        _ node: YAMLNode, _ key: String, _ problems: inout ProblemList
    ) -> [(text: String, position: SourcePosition)]? {
        let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
        var texts: [(String, SourcePosition)] = []
        for node in nodes {
            guard case .text(let text)? = ValueReader.read(node, as: .text, for: key, &problems) else { return nil }
            texts.append((text, node.position))
        }
        return texts
    }
}
