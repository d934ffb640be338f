import ProviderModel

/// Finds the rules that can match a path without trying all of them: by what their patterns fix.
struct RuleIndex: Sendable {
    /// Rules for exactly one path.
    private var byPath: [String.UTF8Key: [Int]] = [:]
    /// Rules whose pattern ends in a name without wildcards.
    private var byName: [String.UTF8Key: [Int]] = [:]
    /// Rules whose pattern begins with a folder's name.
    private var byTop: [String.UTF8Key: [Int]] = [:]
    /// All others, which are tried one by one.
    private var others: [Int] = []
    /// The folders that the paths of `byPath` are in.
    private var folders: Set<String.UTF8Key> = []
    private let patterns: [PathPattern?]

    init(_ rules: [Rule]) {
        patterns = rules.map(\.path)
        for (position, rule) in rules.enumerated() {
            switch rule.path?.anchor ?? .none {
            case .path(let path):
                byPath[String.UTF8Key(path), default: []].append(position)
                folders.insert(String.UTF8Key(path.utf8.lastIndex(of: RuleIndex.slash).map { path[..<$0] } ?? ""))
            case .name(let name): byName[String.UTF8Key(name), default: []].append(position)
            case .top(let top): byTop[String.UTF8Key(top), default: []].append(position)
            case .none: others.append(position)
            }
        }
    }

    private static let slash = UInt8(ascii: "/")

    /// Whether a rule may match something right in a folder: no, only where none can.
    func mayMatch(childrenOf folder: String) -> Bool {
        guard others.isEmpty, byName.isEmpty else { return true }
        if folder.isEmpty { return true }
        let top = folder.utf8.prefix { $0 != RuleIndex.slash }
        return byTop[String.UTF8Key(Substring(top))] != nil || folders.contains(String.UTF8Key(folder))
    }

    /// Positions in order of the rules whose pattern matches `path`.
    func rules(at path: String) -> [Int] {
        let utf8 = path.utf8
        let top = utf8.prefix { $0 != RuleIndex.slash }
        let name = utf8.lastIndex(of: RuleIndex.slash).map { utf8[utf8.index(after: $0)...] } ?? utf8[...]
        var found = others.filter { patterns[$0]?.matches(path) ?? true }
        if let exact = byPath[String.UTF8Key(path)] { found += exact }
        if !byName.isEmpty, let some = byName[String.UTF8Key(Substring(name))] {
            found += some.filter { patterns[$0]!.matches(path) }
        }
        if !byTop.isEmpty, let some = byTop[String.UTF8Key(Substring(top))] {
            found += some.filter { patterns[$0]!.matches(path) }
        }
        return found.sorted()
    }
}

extension String {
    /// A string as a key by its bytes: String's own equality holds NFC and NFD for the same, file systems don't.
    struct UTF8Key: Hashable, Sendable {
        let bytes: [UInt8]

        init(_ text: some StringProtocol) {
            bytes = Array(text.utf8)
        }
    }
}
