import FaultInjection

/// A value of a YAML document and where it stands.
struct YAMLNode {
    let position: SourcePosition
    let content: Content

    enum Content {
        /// A plain scalar or a quoted one: only a quoted one can be text that looks like nothing.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    struct Entry {
        let key: String
        let position: SourcePosition
        let value: YAMLNode
    }

    /// `key:` with nothing after it, or an explicit null.
    var isNull: Bool {
        if case .scalar(let text, isQuoted: false) = content { ["", "~", "null"].contains(text) } else { false }
    }

    /// What it is, for messages.
    var kindName: String {
        if isNull { return "nothing" }
        switch content {
        case .scalar(let text, _):
            let line = text.prefix(60).map { $0.isNewline ? " " : String($0) }.joined()
            return "'\(line)'\(text.count > 60 ? "…" : "")"
        case .sequence: return "a list"
        case .mapping: return "a mapping"
        }
    }
}
