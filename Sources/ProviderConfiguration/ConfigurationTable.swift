import FaultInjection

/// The keys that a mapping of a provider-config may have. The parser, the JSON Schema and `fpsim faults` are all made
/// from these tables and from the faults' own.
package struct ConfigurationTable: Sendable {
    /// What a mapping of this kind is called in messages: `a rule`.
    package let name: String
    package let keys: [Key]

    package struct Key: Sendable {
        package let name: String
        package let required: Bool
        package let about: String
        package let shape: Shape
    }

    /// What stands after a key.
    package indirect enum Shape: Sendable {
        case value(FieldType)
        /// A list of texts, or one.
        case texts
        case mapping(ConfigurationTable)
        case list(ConfigurationTable)
        /// One fault with its details.
        case fault
    }

    init(_ name: String, _ keys: [Key]) {
        self.name = name
        self.keys = keys
    }

    func key(_ name: String) -> Key? { keys.first { $0.name == name } }
}

extension ConfigurationTable.Key {
    fileprivate init(_ name: String, _ type: FieldType, required: Bool = false, _ about: String) {
        self.init(name: name, required: required, about: about, shape: .value(type))
    }

    fileprivate init(_ name: String, of shape: ConfigurationTable.Shape, required: Bool = false, _ about: String) {
        self.init(name: name, required: required, about: about, shape: shape)
    }
}

extension ConfigurationTable {
    /// The whole file.
    package static let file = ConfigurationTable(
        "a provider-config",
        [
            Key("provider", .text, required: true, "the provider's name, shown as the source category"),
            Key("about", .text, "what it does, in a sentence"),
            Key("reported", of: .texts, "links to the public reports that this reproduces"),
            Key("seed", .count(least: 0, most: Int.max), "what all decisions by odds are drawn from (default: 1)"),
            Key(
                "scope", choices(ProviderPlan.Scope.self), "whether opening needs a security scope (default: required)"),
            Key("profile", choices(ProviderPlan.Profile.self), "how strict the system is (default: strict)"),
            Key("grants", .count(most: 1_000_000), "how many scopes a process may hold at once (default: 2000)"),
            Key("documents", of: .list(document), "what a trial puts into the source beside its usual documents"),
            Key("pick", choices(PickMode.self), "how a trial picks (default: document)"),
            Key("relaunch", .oneOrMore(.choice(names(RelaunchChange.self))), "what happens before a trial's relaunch"),
            Key("items", of: .list(item), "how items start; the first match wins"),
            Key("rules", of: .list(rule), "what goes wrong, in the order in which rules are asked"),
            Key("expect", of: .list(expectation), "what a right importer does; the first match wins"),
        ])

    package static let item = ConfigurationTable(
        "an item",
        [
            Key("match", .pattern, required: true, "which items, by path"),
            Key("state", choices(ItemRule.State.self), "whether their content is here (default: materialized)"),
            Key("download", of: .mapping(download), "how dataless items are fetched"),
        ])

    package static let download = ConfigurationTable(
        "a download",
        [
            Key("latency", .duration, "before the first byte (default: 0s)"),
            Key("bandwidth", .rate, "shared by all downloads of this entry (default: no limit)"),
        ])

    package static let rule = ConfigurationTable(
        "a rule",
        [
            Key("name", .text, "what traces and commands call it; unique (default: rule-N)"),
            Key("when", of: .mapping(when), "which operations, and which of those that match"),
            Key("do", of: .fault, required: true, "one fault"),
            Key("optional", .truth, "need not fire: a trial in which it doesn't is no failure (default: false)"),
        ])

    package static let when = ConfigurationTable(
        "a condition",
        [
            Key("operation", .oneOrMore(.operation), "which operations (default: those that the fault is for)"),
            Key("path", .pattern, "which items, by path (default: all)"),
            Key("process", .oneOrMore(.text), "names of calling processes, at most 15 bytes (default: all)"),
            Key("nth", .oneOrMore(.ordinals), "which matches, the first being 1: `1`, `[1, 3]`, `2..5`, `3..`"),
            Key("every", .count(), "every so-many matches"),
            Key("times", .count(), "at most so many firings"),
            Key("odds", .odds, "by chance, as `1/20`; the seed repeats it"),
            Key("after-bytes", .bytes, "once so many bytes of the item were read or written"),
            Key("at-offset", .position, "reads and writes that touch this place"),
            Key("at-least", .bytes, "reads and writes that ask for at least so much at once"),
            Key("after", .duration, "not before this time since the mount"),
            Key("until", .duration, "not from this time since the mount on"),
            Key("for", .duration, "so long from the first match on, and then no more"),
            Key("while", .oneOrMore(.condition), "states that must hold, all of them"),
            Key("by-hand", .truth, "only when `fpsim fire` says so (default: false)"),
            Key("per", choices(Trigger.Counting.self), "what counts matches: each item, or the rule (default: item)"),
        ])

    package static let document = ConfigurationTable(
        "a document",
        [
            Key("path", .path, required: true, "where it stands"),
            Key("copy-of", .path, "one of the trial's usual documents"),
            Key("pdf", .bytes, "a valid PDF of about this size"),
            Key("bytes", .bytes, "so many bytes that are no document; 0 is an empty file"),
            Key("folder", .truth, "a folder"),
        ])

    package static let expectation = ConfigurationTable(
        "an expectation",
        [
            Key("document", .pattern, required: true, "which documents, by path"),
            Key("outcome", choices(Expectation.Outcome.self), required: true, "what a right importer ends with"),
            Key("phase", choices(Expectation.Phase.self), "in which phase it fails"),
            Key("retryable", .truth, "whether a second try can help"),
            Key("retry", choices(Expectation.Outcome.self), "what a second try ends with"),
            Key(
                "reference", choices(Expectation.ReferenceState.self),
                "where a reference to it is found after a relaunch; without it a trial keeps none"),
        ])

    private static func names<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    private static func choices<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> FieldType {
        .choice(names(type))
    }
}
