import ProviderConfiguration
import SystemIO
import Trials

/// A provider-config as what trials are made of.
package struct ConfigRecipe: Sendable {
    package let name: String
    /// By which a soak that goes on knows that it is the same config.
    package let sha256: String
    /// Kept for its pick, its changes at the relaunch and its profile.
    let plan: ProviderPlan
    let rules: [RuleRecipe]
    let base: ProviderBase
    let documents: [DocumentRecipe]

    /// - Throws: `RegularFile.ReadError`: the file was there when the config was checked, and isn't now.
    package init(_ config: Matrix.Config) throws(RegularFile.ReadError) {
        let bytes = try RegularFile.content(ofPath: config.path, limit: PlanLoader.sizeLimit)
        let parts = ConfigurationParts(of: bytes)
        sha256 = ContentDigest(of: bytes).sha256
        name = config.name
        plan = config.plan
        // What fires by hand only never does in a soak.
        rules = parts.rules.filter { !$0.isByHand }.map(RuleRecipe.init)
        let usualGrants = ProviderPlan.mirror.grantLimit
        base = ProviderBase(
            configs: [config.name], items: parts.items, folders: parts.folders,
            needsNoScope: plan.scope == .none, grants: plan.grantLimit == usualGrants ? nil : plan.grantLimit)
        documents = Self.documents(of: plan)
    }

    /// The usual ones, and those that the config asks for.
    private static func documents(of plan: ProviderPlan) -> [DocumentRecipe] {
        var documents = ProviderPlan.usualDocuments.enumerated().map { index, path in
            DocumentRecipe(path: path, content: .pdf(bytes: index == 0 ? 70_000 : 3_000), variant: UInt64(index + 1))
        }
        for (index, request) in plan.documents.enumerated() {
            var document = DocumentRecipe(path: request.path, content: .empty, variant: UInt64(100 + index))
            switch request.content {
            case .folder: continue
            case .copy(let original):
                guard let source = documents.first(where: { $0.path == original }) else { continue }
                document.content = source.content
                document.variant = source.variant
            case .pdf(let size): document.content = .pdf(bytes: Int(size.rawValue))
            case .bytes(let size): document.content = size.rawValue == 0 ? .empty : .noise(bytes: Int(size.rawValue))
            }
            // What is asked for takes the place of a usual one.
            documents.removeAll { $0.path.isInTheWay(of: document.path) }
            documents.append(document)
        }
        return documents
    }

    /// Whether the documents of both can stand in one source: none is where the other has a folder, or has other bytes.
    func fits(beside other: ConfigRecipe) -> Bool {
        let areApart = documents.allSatisfy { own in
            other.documents.allSatisfy { theirs in
                !own.path.isInTheWay(of: theirs.path)
                    || own.path.isPath(theirs.path) && own.content == theirs.content
            }
        }
        return areApart && !isBelow(other.folders) && !other.isBelow(folders)
    }

    private var folders: [String] { plan.documents.filter { $0.content == .folder }.map(\.path) }

    /// Whether a folder is where a document stands, or would be in it.
    private func isBelow(_ folders: [String]) -> Bool {
        folders.contains { folder in
            documents.contains { folder.isPath($0.path) || folder.isPath(beneath: $0.path) }
        }
    }

    /// Those that the config says something of: all, where it says nothing.
    var expectedDocuments: [String] {
        (documents.map(\.path) + folders).filter(plan.concerns)
    }
}

extension RuleRecipe {
    init(_ rule: ConfigurationParts.Rule) {
        self.init(
            name: rule.name ?? rule.fault, operations: rule.operations, path: rule.path,
            conditions: rule.conditions.map(Setting.init), fault: rule.fault,
            arguments: rule.arguments.map(Setting.init))
    }
}

extension Setting {
    fileprivate init(_ detail: ConfigurationParts.Detail) {
        self.init(detail.key, Value(detail.value))
    }
}

extension Setting.Value {
    /// A number with its unit where it is one, so that shrinking can make it smaller.
    fileprivate init(_ value: ConfigurationParts.Value) {
        switch value {
        case .yaml(let text): self = .yaml(text)
        case .plain(let text): self = Self.number(text) ?? .yaml(YAMLText.quoted(text))
        }
    }

    private static func number(_ text: String) -> Setting.Value? {
        if text == "true" || text == "false" { return .truth(text == "true") }
        if text.hasPrefix("1/") { return Int(text.dropFirst(2)).map(Setting.Value.odds) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "": return .count(number)
        case "%": return .percent(number)
        case "ms": return .milliseconds(number)
        case "s": return .milliseconds(number * 1000)
        case "B": return .bytes(number)
        case "KiB": return .bytes(number << 10)
        case "MiB": return .bytes(number << 20)
        case "KiB/s": return .bytesPerSecond(number << 10)
        case "MiB/s": return .bytesPerSecond(number << 20)
        default: return nil
        }
    }
}
