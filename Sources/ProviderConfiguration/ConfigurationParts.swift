import FaultInjection

/// A provider-config taken apart: its rules, items and folders as texts that can be put into another config, some of
/// them without the others.
package struct ConfigurationParts: Sendable {
    package var rules: [Rule] = []
    /// Entries of `items`.
    package var items: [String] = []
    /// Entries of `documents` that are folders.
    package var folders: [String] = []

    package struct Rule: Sendable {
        package var name: String?
        /// Empty: those that the fault is for.
        package var operations: [String] = []
        package var path: String?
        /// What else stands under `when`.
        package var conditions: [Detail] = []
        package var fault: String
        package var arguments: [Detail] = []
        package var isByHand = false
    }

    package struct Detail: Sendable {
        package var key: String
        package var value: Value
    }

    /// What stands after a key.
    package enum Value: Sendable {
        /// A scalar without quotes: a number, a size, a word.
        case plain(String)
        /// Anything, as YAML on one line.
        case yaml(String)
    }

    /// Takes a config apart that was checked before: what is no right config has no parts.
    package init(of bytes: [UInt8]) {
        var problems = ProblemList()
        guard let root = YAMLParser.parse(bytes, file: "", problems: &problems) else { return }
        rules = root["rules"]?.elements.compactMap(Rule.init) ?? []
        items = root["items"]?.elements.map(\.flow) ?? []
        folders = root["documents"]?.elements.filter { $0["folder"]?.text == "true" }.map(\.flow) ?? []
    }
}

extension ConfigurationParts.Rule {
    fileprivate init?(_ node: YAMLNode) {
        guard let fault = node["do"]?.entries.first else { return nil }
        name = node["name"]?.text
        self.fault = fault.key
        let row = Fault.Kind(rawValue: fault.key)?.entry
        var details = fault.value.entries
        if case .scalar = fault.value.content, !fault.value.isNull, let shorthand = row?.shorthand {
            details = [YAMLNode.Entry(key: shorthand, position: fault.position, value: fault.value)]
        }
        arguments = Self.details(details) { name in row?.fields.first { $0.name == name }?.type }
        let when = node["when"]?.entries ?? []
        for entry in when where entry.key == "operation" {
            operations = entry.value.text.map { [$0] } ?? entry.value.elements.compactMap(\.text)
        }
        path = node["when"]?["path"]?.text
        conditions = Self.details(when.filter { !["operation", "path"].contains($0.key) }) { name in
            if case .value(let type)? = ConfigurationTable.when.key(name)?.shape { type } else { nil }
        }
        isByHand = node["when"]?["by-hand"]?.text == "true"
    }

    /// A text that looks like a number is none.
    private static func details(
        _ entries: [YAMLNode.Entry], type: (String) -> FieldType?
    ) -> [ConfigurationParts.Detail] {
        entries.map { entry in
            guard case .scalar(let text, isQuoted: false) = entry.value.content, !entry.value.isNull,
                type(entry.key)?.isText != true
            else { return .init(key: entry.key, value: .yaml(entry.value.flow)) }
            return .init(key: entry.key, value: .plain(text))
        }
    }
}

extension YAMLNode {
    /// Of a mapping; nil: it has no such key, or it is none.
    fileprivate subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }

    fileprivate var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
    fileprivate var elements: [YAMLNode] { if case .sequence(let nodes) = content { nodes } else { [] } }
    fileprivate var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    /// The same on one line.
    fileprivate var flow: String {
        switch content {
        case .scalar: isNull ? "~" : YAMLText.quoted(text ?? "")
        case .sequence(let nodes): "[\(nodes.map(\.flow).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\(YAMLText.quoted($0.key)): \($0.value.flow)" }.joined(separator: ", "))}"
        }
    }
}

extension FieldType {
    fileprivate var isText: Bool {
        switch self {
        case .text, .name, .path, .pattern, .mode, .errno, .choice, .moment, .oneOrMore(.text): true
        default: false
        }
    }
}
