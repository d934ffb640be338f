import FaultInjection
import ProviderModel

/// Whether rules can do anything: one by one, and behind each other.
enum RuleChecker {
    // MARK: One rule

    static func check(_ rule: Rule, _ written: CheckedMapping, _ problems: inout ProblemList) {
        let when = written.mappings["when"]?.first
        func place(_ key: String) -> SourcePosition { when?.keys[key] ?? written.position }
        checkOperations(rule, place("operation"), &problems)
        checkConditions(rule, place("while"), &problems)
        checkCounting(rule, place, &problems)
        for name in rule.trigger.processes where name.utf8.count > 15 {
            problems.error(
                place("process"), "no process has the name '\(name.shortened)': the kernel keeps 15 bytes",
                suggestion: "write '\(String(decoding: name.utf8.prefix(15), as: UTF8.self))'")
        }
        checkTarget(rule, written.faults["do"]?.position ?? written.position, &problems)
        checkHolding(rule, place("operation"), &problems)
    }

    private static func checkOperations(_ rule: Rule, _ place: SourcePosition, _ problems: inout ProblemList) {
        let entry = rule.fault.kind.entry
        let wrong = rule.operations.subtracting(entry.operations).operations
        if !wrong.isEmpty {
            let names = wrong.map(\.rawValue).joined(separator: ", ")
            let right = entry.operations.operations.map(\.rawValue)
            problems.error(
                place, "the rule can't fire: '\(entry.kind.rawValue)' can't happen at \(names)",
                suggestion: right.count <= 16 ? "it can at \(right.joined(separator: ", "))" : nil)
        }
        if rule.operations.contains(.clock), rule.trigger.after == nil {
            problems.error(place, "the operation 'clock' needs 'after': the moment after the mount")
        }
        if let until = rule.trigger.until, until <= rule.trigger.after ?? .zero {
            problems.error(place, "the rule can't fire: 'until' is no later than 'after'")
        }
        if rule.operations.contains(.mount), let path = rule.path, !path.matches("") {
            problems.error(
                place, "the rule can't fire: the mount begins at the root, which '\(path)' doesn't match",
                suggestion: "leave the path out")
        }
    }

    private static func checkConditions(_ rule: Rule, _ place: SourcePosition, _ problems: inout ProblemList) {
        for group in Condition.exclusive {
            let asked = group.filter { rule.trigger.conditions.contains($0) }
            if asked.count > 1 {
                let names = asked.map(\.rawValue).joined(separator: " and ")
                problems.error(place, "the rule can't fire: nothing is \(names) at once")
            }
        }
        if rule.operations == OperationSet([.download]), rule.trigger.conditions.contains(.materialized) {
            problems.error(place, "the rule can't fire: what is materialized isn't downloaded")
        }
        if rule.trigger.conditions.contains(.forUploading), !rule.operations.contains(.coordinate) {
            problems.error(place, "the rule can't fire: only 'coordinate' is for-uploading")
        }
    }

    private static func checkCounting(
        _ rule: Rule, _ place: (String) -> SourcePosition, _ problems: inout ProblemList
    ) {
        let trigger = rule.trigger
        if let every = trigger.every, !trigger.nth.isEmpty {
            let meets = trigger.nth.contains { ordinals in
                let next = (ordinals.first + every - 1) / every * every
                return ordinals.contains(next)
            }
            if !meets {
                problems.error(
                    place("nth"), "the rule can't fire: no match that 'nth' names is one of 'every' \(every)")
            }
        }
        if trigger.byHand {
            for key in ["nth", "every", "times", "odds"] where place(key) != place("") {
                problems.error(place(key), "'\(key)' means nothing beside 'by-hand': only 'fpsim fire' fires the rule")
            }
        }
        let transfers = OperationSet([.read, .write])
        for (key, isThere) in [
            ("at-offset", trigger.atOffset != nil), ("at-least", trigger.atLeast != nil),
        ] where isThere && !transfers.isSuperset(of: rule.operations) {
            problems.error(
                place(key), "the rule can't fire as it says: '\(key)' is about read and write only",
                suggestion: "write 'operation: read'")
        }
        // A request asks for at most 1 MiB, whatever the program asked for.
        if let least = trigger.atLeast, least > ByteCount(1 << 20) {
            problems.error(
                place("at-least"), "the rule can't fire: the kernel asks for at most 1MiB at once",
                suggestion: "write 1MiB or less")
        }
    }

    /// Names and places that a fault gives to an item at a known path.
    private static func checkTarget(_ rule: Rule, _ place: SourcePosition, _ problems: inout ProblemList) {
        func parent(_ path: String) -> String {
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        }
        let literal = rule.path?.literalPath
        switch rule.fault {
        case .move(let move):
            if let literal, move.folder == literal || move.folder.hasPrefix(literal + "/") {
                problems.error(place, "move: '\(literal)' can't go into itself")
            }
            if let folder = literal.map(parent) ?? rule.path?.literalParent, folder == move.folder {
                problems.error(place, "move: what matches is in '\(folder)' already")
            }
        case .rename(let rename):
            if let name = literal?.split(separator: "/").last, rename.newName(for: String(name)) == name {
                problems.error(place, "rename: '\(name)' has that name already")
            } else if rename.name == "*" {
                problems.error(place, "rename: '*' is the name that the item has already")
            }
        case .renameParent(let rename):
            if let literal, parent(literal) == "." {
                problems.error(place, "rename-parent: '\(literal)' is in the root, which has no name")
            } else if let literal, parent(literal).split(separator: "/").last.map(String.init) == rename.name {
                problems.error(place, "rename-parent: the folder has that name already")
            }
        case .replace(let replace):
            if let item = replace.item, item == literal {
                problems.error(place, "replace: '\(item)' can't take its own place")
            }
        default: break
        }
    }

    /// The kernel holds a lock on the name or folder while such an operation waits, and others queue behind it.
    private static func checkHolding(_ rule: Rule, _ place: SourcePosition, _ problems: inout ProblemList) {
        guard case .stall(let stall) = rule.fault, stall.hold == .forever else { return }
        let locking = OperationSet([
            .lookup, .create, .mknod, .mkdir, .symlink, .link, .unlink, .rmdir, .rename, .readdir,
        ]).intersection(rule.operations)
        guard !locking.isEmpty else { return }
        let names = locking.operations.map(\.rawValue).joined(separator: ", ")
        problems.warning(
            place,
            "a stalled \(names) holds the kernel's lock on the name or folder, and callers behind it can't leave",
            suggestion: "stall open or read instead")
    }

    // MARK: Rules together

    static func check(_ reader: inout PlanReader, _ objection: (Rule) -> String?) {
        let rules = reader.plan.rules
        var names: [String: Rule] = [:]
        for rule in rules {
            guard let position = rule.position else { continue }
            if let first = names[rule.name] {
                let where_ = first.position.map { " at \($0)" } ?? ""
                reader.problems.error(
                    position, "two rules have the name '\(rule.name.shortened)': the first is\(where_)")
            } else {
                names[rule.name] = rule
            }
            if let reason = objection(rule) {
                reader.problems.error(position, "the rule '\(rule.name.shortened)' can't be carried out: \(reason)")
            }
        }
        warnOfShadows(rules, &reader.problems)
    }

    /// A rule that ends every operation it matches leaves nothing for those after it that match no more than it does.
    private static func warnOfShadows(_ rules: [Rule], _ problems: inout ProblemList) {
        let blockers = rules.enumerated().filter {
            $1.fault.endsOperation && $1.trigger.isUnlimited && $1.fault.reach == nil
        }
        guard !blockers.isEmpty else { return }
        // Those for everything, and those for one path, which are found by it. One that an earlier one hides adds
        // nothing, so that a hundred thousand rules of a kind stay cheap.
        var general: [(Int, Rule)] = []
        var byText: [String: [(Int, Rule)]] = [:]
        func add(_ blocker: (Int, Rule), to list: inout [(Int, Rule)]) {
            guard list.count < 64, !list.contains(where: { $0.1.operations.isSuperset(of: blocker.1.operations) })
            else { return }
            list.append(blocker)
        }
        for (index, rule) in blockers {
            if rule.path == nil || rule.path?.text == "**" {
                add((index, rule), to: &general)
            } else if let text = rule.path?.text {
                add((index, rule), to: &byText[text, default: []])
            }
        }
        let patterned = byText.values.flatMap { $0 }.filter { $0.1.path?.literalPath == nil }.prefix(100)
        for (index, rule) in rules.enumerated() {
            guard let position = rule.position else { continue }
            var candidates = general + (rule.path.flatMap { byText[$0.text] } ?? [])
            if let literal = rule.path?.literalPath {
                candidates += patterned.filter { $0.1.path?.matches(literal) ?? false }
            }
            guard
                let blocker = candidates.first(where: {
                    $0.0 < index && $0.1.operations.isSuperset(of: rule.operations)
                })
            else { continue }
            problems.warning(
                position,
                "the rule '\(rule.name.shortened)' never fires: '\(blocker.1.name.shortened)' before it ends every "
                    + "operation that it matches")
        }
    }
}
