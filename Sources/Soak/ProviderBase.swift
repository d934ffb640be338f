import ProviderConfiguration

/// What a trial's provider has from provider-configs beside their rules.
package struct ProviderBase: Codable, Hashable, Sendable {
    /// The configs' names.
    package var configs: [String]
    /// Entries of `items` and `documents`, each as YAML on one line.
    package var items: [String] = []
    package var folders: [String] = []
    package var needsNoScope = false
    /// How many scopes a process may hold at once; nil: as many as usual.
    package var grants: Int?

    /// As the config's own keys.
    var yaml: String {
        var text = needsNoScope ? "scope: none\n" : ""
        if let grants { text += "grants: \(grants)\n" }
        if !folders.isEmpty { text += "documents:\n" + folders.map { "  - \($0)\n" }.joined() }
        return text
    }

    /// The same with one thing less.
    var simpler: [ProviderBase] {
        var candidates = items.isEmpty ? [] : [with { $0.items = [] }]
        candidates += items.indices.prefix(100).map { index in with { $0.items.remove(at: index) } }
        candidates += folders.indices.map { index in with { $0.folders.remove(at: index) } }
        if needsNoScope { candidates.append(with { $0.needsNoScope = false }) }
        if grants != nil { candidates.append(with { $0.grants = nil }) }
        return candidates
    }

    private func with(_ change: (inout ProviderBase) -> Void) -> ProviderBase {
        var copy = self
        change(&copy)
        return copy
    }
}
