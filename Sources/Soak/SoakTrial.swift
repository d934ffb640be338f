import ProviderConfiguration
import Trials

/// A generated trial, whole: the provider, its documents, what the app and the user do. It is made from a seed and a
/// number, and it is what shrinking makes smaller and what a reproduction keeps.
package struct SoakTrial: Codable, Hashable, Sendable {
    package var number: Int
    /// The seed of the provider's own decisions.
    package var seed: UInt64
    package var profile: String
    /// Before a download's first byte.
    package var latencyMilliseconds: Int
    package var rules: [RuleRecipe]
    package var documents: [DocumentRecipe]
    package var steps: [TrialStep]
    /// What the provider has from provider-configs; nil: it was generated whole.
    package var base: ProviderBase?

    package init(
        number: Int, seed: UInt64, profile: String = "strict", latencyMilliseconds: Int = 0, rules: [RuleRecipe],
        documents: [DocumentRecipe], steps: [TrialStep], base: ProviderBase? = nil
    ) {
        self.base = base
        self.number = number
        self.seed = seed
        self.profile = profile
        self.latencyMilliseconds = latencyMilliseconds
        self.rules = rules
        self.documents = documents
        self.steps = steps
    }

    /// The provider as a config.
    package var providerConfig: String {
        var text = """
            provider: Soak
            about: \(YAMLText.quoted("Trial \(number) of a soak\(origin)."))
            seed: \(seed)
            profile: \(profile)

            """
        text += base?.yaml ?? ""
        // The first one that matches wins.
        let items =
            (base?.items ?? [])
            + documents.filter(\.isDataless).map { document in
                "{match: \(YAMLText.quoted(GlobText.literal(document.path))), state: dataless, "
                    + "download: {latency: \(latencyMilliseconds)ms}}"
            }
        if !items.isEmpty { text += "items:\n" + items.map { "  - \($0)\n" }.joined() }
        if !rules.isEmpty { text += "rules:\n" + rules.map(\.yaml).joined() }
        return text
    }

    private var origin: String { base.map { ", with what \($0.configs.joined(separator: " and ")) says" } ?? "" }
}

/// Paths as globs.
enum GlobText {
    /// A glob that matches this path alone.
    static func literal(_ path: String) -> String {
        var result = ""
        for character in path {
            if "*?{}[]\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
