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
        let fields = Fault.Kind(rawValue: fault.key)?.entry.fields ?? []
        arguments = Self.details(fault.value.entries)
        if case .scalar = fault.value.content, !fault.value.isNull,
            let shorthand = Fault.Kind(rawValue: fault.key)?.entry.shorthand
        {
            arguments = [.init(key: shorthand, value: fault.value.value)]
        }
        // A name may look like a number.
        for index in arguments.indices {
            guard case .plain(let text) = arguments[index].value,
                fields.contains(where: { $0.name == arguments[index].key && $0.type.isText })
            else { continue }
            arguments[index].value = .yaml(YAMLText.quoted(text))
        }
        let when = node["when"]?.entries ?? []
        for entry in when where entry.key == "operation" {
            operations = entry.value.text.map { [$0] } ?? entry.value.elements.compactMap(\.text)
        }
        path = node["when"]?["path"]?.text
        conditions = Self.details(when.filter { !["operation", "path"].contains($0.key) })
        for index in conditions.indices where conditions[index].key == "process" {
            guard case .plain(let text) = conditions[index].value else { continue }
            conditions[index].value = .yaml(YAMLText.quoted(text))
        }
        isByHand = node["when"]?["by-hand"]?.text == "true"
    }

    private static func details(_ entries: [YAMLNode.Entry]) -> [ConfigurationParts.Detail] {
        entries.map { .init(key: $0.key, value: $0.value.value) }
    }
}

extension YAMLNode {
    /// Of a mapping; nil: it has no such key, or it is none.
    fileprivate subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }

    fileprivate var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
    fileprivate var elements: [YAMLNode] { if case .sequence(let nodes) = content { nodes } else { [] } }
    fileprivate var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    fileprivate var value: ConfigurationParts.Value {
        if case .scalar(let text, isQuoted: false) = content, !isNull { .plain(text) } else { .yaml(flow) }
    }

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
        case .text, .name, .path, .pattern, .mode, .errno, .choice, .moment: true
        default: false
        }
    }
}
