import FaultInjection
import ProviderModel

/// Builds a plan from trees that were parsed. What only one rule or entry can tell is checked here; what several
/// have to do with each other, and whether a rule can fire, in `RuleChecker`.
struct PlanReader {
    var plan = ProviderPlan(provider: "")
    var problems: ProblemList
    private var itemGlobs: Set<PathPattern> = []
    private var documentGlobs: Set<PathPattern> = []
    private var expectedPlaces: [SourcePosition] = []

    init(problems: ProblemList) {
        self.problems = problems
    }

    /// Reads one file into the plan.
    mutating func read(_ root: YAMLNode) {
        guard let file = MappingReader.read(root, .file, &problems) else { return }
        if let provider = file.text("provider") { plan.provider = provider }
        if let about = file.text("about") { plan.about = about }
        for (link, position) in file.texts["reported"] ?? [] {
            if !link.hasPrefix("https://"), !link.hasPrefix("http://") {
                problems.error(position, "reported: '\(link.shortened)' is no link", suggestion: "write https://…")
            }
            plan.reported.append(link)
        }
        if let seed = file.count("seed") { plan.seed = UInt64(seed) }
        if let scope: ProviderPlan.Scope = file.choice("scope") { plan.scope = scope }
        if let profile: ProviderPlan.Profile = file.choice("profile") { plan.profile = profile }
        if let grants = file.count("grants") { plan.grantLimit = grants }
        if let pick: PickMode = file.choice("pick") { plan.pick = pick }
        plan.relaunch += file.choices("relaunch")
        plan.items += (file.mappings["items"] ?? []).compactMap { readItem($0) }
        plan.documents += (file.mappings["documents"] ?? []).compactMap { readDocument($0) }
        for rule in file.mappings["rules"] ?? [] { readRule(rule) }
        readExpectations(file.mappings["expect"] ?? [])
        checkDocuments(file.mappings["documents"] ?? [])
    }

    /// Reads only the rules of a file that need not be a whole config.
    mutating func readRules(in root: YAMLNode) {
        guard case .mapping(let entries) = root.content else {
            problems.error(root.position, "expected a list of rules, or 'rules:' before one, not \(root.kindName)")
            return
        }
        guard entries.contains(where: { $0.key == "rules" }) else {
            problems.error(root.position, "there are no 'rules' here")
            return
        }
        let isWhole = entries.contains { $0.key == "provider" }
        guard !isWhole else { return read(root) }
        for entry in entries {
            if entry.key != "rules" {
                problems.error(entry.position, "only 'rules' can be added to a mount, not '\(entry.key.shortened)'")
            } else if case .sequence(let nodes) = entry.value.content {
                readRules(nodes)
            } else {
                problems.error(entry.value.position, "'rules' is a list of mappings, not \(entry.value.kindName)")
            }
        }
    }

    mutating func readRules(_ nodes: [YAMLNode]) {
        for node in nodes {
            if let rule = MappingReader.read(node, .rule, &problems) { readRule(rule) }
        }
    }

    /// What only all files together can tell.
    mutating func finish() {
        // Where there are errors, documents may be missing for them.
        guard !problems.hasErrors else { return }
        let paths = ProviderPlan.usualDocuments + plan.documents.map(\.path)
        for (expectation, place) in zip(plan.expectations, expectedPlaces)
        where !paths.contains(where: expectation.document.matches) {
            let nearest = WordSuggestion.nearest(to: expectation.document.description, among: paths)
            problems.warning(
                place,
                "expect: no document of a trial matches '\(expectation.document)': the usual ones are "
                    + ProviderPlan.usualDocuments.joined(separator: " and "),
                suggestion: nearest.map { "did you mean '\($0)'?" } ?? "add it to 'documents'")
        }
    }

    // MARK: Entries

    private mutating func readItem(_ item: CheckedMapping) -> ItemRule? {
        guard case .pattern(let match)? = item.values["match"] else { return nil }
        var rule = ItemRule(match: match)
        if let state: ItemRule.State = item.choice("state") { rule.state = state }
        if let download = item.mappings["download"]?.first {
            if case .duration(let latency)? = download.values["latency"] { rule.download.latency = latency }
            if case .rate(let rate)? = download.values["bandwidth"] { rule.download.bandwidth = rate }
        }
        if !itemGlobs.insert(match).inserted {
            problems.warning(
                item.position, "an entry before this one has the same glob '\(match)', and the first match wins")
        }
        return rule
    }

    private mutating func readDocument(_ document: CheckedMapping) -> DocumentRequest? {
        guard let path = document.text("path") else { return nil }
        var contents: [DocumentRequest.Content] = []
        if let other = document.text("copy-of") { contents.append(.copy(of: other)) }
        if case .bytes(let size)? = document.values["pdf"] { contents.append(.pdf(size)) }
        if case .bytes(let size)? = document.values["bytes"] { contents.append(.bytes(size)) }
        if case .truth(true)? = document.values["folder"] { contents.append(.folder) }
        guard contents.count == 1 else {
            if !document.isDamaged {
                problems.error(
                    document.position, "a document needs exactly one of 'copy-of', 'pdf', 'bytes' and 'folder: true'")
            }
            return nil
        }
        if path == "." { problems.error(document.position, "the root is no document") }
        return DocumentRequest(path: path, content: contents[0])
    }

    private mutating func checkDocuments(_ documents: [CheckedMapping]) {
        var seen: Set<[UInt8]> = []
        for document in documents {
            guard let path = document.text("path") else { continue }
            for key in ["pdf", "bytes"] {
                guard case .bytes(let size)? = document.values[key], size > DocumentRequest.sizeLimit else { continue }
                problems.error(
                    document.keys[key] ?? document.position,
                    "\(key): a trial lays out documents of at most \(DocumentRequest.sizeLimit)")
            }
            if document.values["folder"] != .truth(true),
                let other = documents.compactMap({ $0.text("path") }).first(where: { $0.hasPrefix(path + "/") })
            {
                problems.error(
                    document.position, "'\(path.shortened)' is a document, and '\(other.shortened)' would be in it",
                    suggestion: "write 'folder: true'")
            }
            if !seen.insert(Array(path.utf8)).inserted {
                problems.error(document.position, "the document '\(path.shortened)' is here twice")
            }
        }
    }

    private mutating func readExpectations(_ expectations: [CheckedMapping]) {
        for expected in expectations {
            guard case .pattern(let document)? = expected.values["document"],
                let outcome: Expectation.Outcome = expected.choice("outcome")
            else { continue }
            let phase: Expectation.Phase? = expected.choice("phase")
            if phase != nil, outcome != .failed {
                problems.error(
                    expected.keys["phase"]!, "only a failure has a phase, and '\(outcome.rawValue)' is none")
            }
            var isRetryable: Bool?
            if case .truth(let value)? = expected.values["retryable"] { isRetryable = value }
            if isRetryable != nil, outcome != .failed {
                problems.error(
                    expected.keys["retryable"]!,
                    "only a failure can be retryable, and '\(outcome.rawValue)' is none")
            }
            if documentGlobs.contains(.everything) || !documentGlobs.insert(document).inserted {
                problems.warning(
                    expected.position, "an entry before this one has '\(document)' too, and the first match wins")
            }
            expectedPlaces.append(expected.keys["document"] ?? expected.position)
            plan.expectations.append(
                Expectation(
                    document: document, outcome: outcome, phase: phase, isRetryable: isRetryable,
                    retry: expected.choice("retry"), reference: expected.choice("reference")))
        }
    }

    private mutating func readRule(_ rule: CheckedMapping) {
        let when = rule.mappings["when"]?.first
        guard let (fault, _) = rule.faults["do"], !rule.isDamaged else { return }
        var operations: OperationSet?
        if case .list(let values)? = when?.values["operation"] {
            operations = OperationSet(values.compactMap { if case .operation(let one) = $0 { one } else { nil } })
        }
        var path: PathPattern?
        if case .pattern(let pattern)? = when?.values["path"] { path = pattern }
        let trigger = when.map(TriggerReader.read) ?? Trigger()
        var isOptional = false
        if case .truth(let value)? = rule.values["optional"] { isOptional = value }
        plan.rules.append(
            Rule(
                name: rule.text("name") ?? "rule-\(plan.rules.count + 1)", operations: operations, path: path,
                trigger: trigger, fault: fault, isOptional: isOptional, position: rule.position))
        RuleChecker.check(plan.rules[plan.rules.count - 1], rule, &problems)
    }
}

/// Reads what under `when` says which matches fire.
enum TriggerReader {
    static func read(_ when: CheckedMapping) -> Trigger {
        var trigger = Trigger()
        if case .list(let values)? = when.values["nth"] {
            trigger.nth = values.compactMap { if case .ordinals(let one) = $0 { one } else { nil } }
        }
        trigger.every = when.count("every")
        trigger.times = when.count("times")
        if case .odds(let odds)? = when.values["odds"] { trigger.odds = odds }
        if case .bytes(let bytes)? = when.values["after-bytes"] { trigger.afterBytes = bytes }
        if case .position(let place)? = when.values["at-offset"] { trigger.atOffset = place }
        if case .bytes(let bytes)? = when.values["at-least"] { trigger.atLeast = bytes }
        if case .duration(let after)? = when.values["after"] { trigger.after = after }
        if case .duration(let until)? = when.values["until"] { trigger.until = until }
        if case .duration(let lasting)? = when.values["for"] { trigger.lasting = lasting }
        if case .list(let values)? = when.values["while"] {
            trigger.conditions = ConditionSet(
                values.compactMap { if case .condition(let one) = $0 { one } else { nil } })
        }
        if case .list(let values)? = when.values["process"] {
            trigger.processes = values.compactMap { if case .text(let name) = $0 { name } else { nil } }
        }
        if case .truth(let byHand)? = when.values["by-hand"] { trigger.byHand = byHand }
        if let counting: Trigger.Counting = when.choice("per") { trigger.counting = counting }
        return trigger
    }
}

extension CheckedMapping {
    func text(_ key: String) -> String? { if case .text(let text)? = values[key] { text } else { nil } }
    func count(_ key: String) -> Int? { if case .count(let count)? = values[key] { count } else { nil } }

    func choice<Choice: RawRepresentable<String>>(_ key: String, as type: Choice.Type = Choice.self) -> Choice? {
        text(key).flatMap(Choice.init(rawValue:))
    }

    func choices<Choice: RawRepresentable<String>>(_ key: String, as type: Choice.Type = Choice.self) -> [Choice] {
        guard case .list(let values)? = values[key] else { return [] }
        return values.compactMap { if case .text(let text) = $0 { Choice(rawValue: text) } else { nil } }
    }
}
