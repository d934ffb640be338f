/// A kind of misbehaviour, how often a soak meets it, and how its details are drawn.
///
/// Weights follow how often the public reports of provider bugs name the behaviour: access and scope, content that
/// isn't here or not all of it, providers that never answer, items that move or change, wrong content.
struct RuleTemplate: Sendable {
    let weight: Int
    let make: @Sendable (inout SeededRandom) -> RuleRecipe

    private init(_ weight: Int, _ make: @escaping @Sendable (inout SeededRandom) -> RuleRecipe) {
        self.weight = weight
        self.make = make
    }

    static let all: [RuleTemplate] =
        refusals + times + contents + versions + names + states + metadata + access + provider

    private static func rule(
        _ fault: String, _ arguments: [Setting] = [], at operations: [String] = [], when conditions: [Setting] = []
    ) -> RuleRecipe {
        RuleRecipe(operations: operations, conditions: conditions, fault: fault, arguments: arguments)
    }

    /// A rule that fires at the first few operations only, or at each. Most operations come once in an import: what
    /// waits for a second one seldom fires, and a trial in which nothing fires shows nothing.
    private static func some(_ random: inout SeededRandom, at operation: String = "open") -> [Setting] {
        switch random.pick(from: 0...5) {
        case 0, 1: [nth(&random, at: operation)]
        case 2, 3: [Setting("times", .count(random.pick(from: 1...2)))]
        case 4 where repeated.contains(operation): [Setting("odds", .odds(random.pick(from: 2...3)))]
        default: []
        }
    }

    /// Operations that an import does more than once.
    private static let repeated: Set<String> = ["read", "getattr", "lookup"]

    private static func nth(_ random: inout SeededRandom, at operation: String) -> Setting {
        let isLater = random.oneIn(repeated.contains(operation) ? 2 : 16)
        return Setting("nth", .count(isLater ? random.pick(from: 2...3) : 1))
    }

    private static func percent(_ random: inout SeededRandom) -> Setting.Value { .percent(random.pick(from: 1...99)) }

    private static let errors = [
        "EIO", "EPERM", "EACCES", "ENOENT", "ETIMEDOUT", "EDEADLK", "EINVAL", "ESTALE", "EBUSY",
    ]
    private static let providerErrors = [
        "not-authenticated", "server-unreachable", "no-such-item", "provider-not-found", "cannot-synchronize",
        "version-no-longer-available", "domain-temporarily-unavailable", "connection-interrupted",
        "connection-invalid", "bad-reply", "user-cancelled", "read-no-permission",
    ]

    private static let refusals: [RuleTemplate] = [
        RuleTemplate(4) { random in
            rule(
                "deny", [Setting("errno", .word(random.pick(["EPERM", "EACCES"])))], at: ["open"], when: some(&random))
        },
        RuleTemplate(4) { random in
            let arguments = [Setting("errno", .word(random.pick(errors))), Setting("at", percent(&random))]
            return rule("fail", arguments, at: ["read"], when: some(&random, at: "read"))
        },
        RuleTemplate(3) { random in
            let operation = random.pick(["open", "getattr", "lookup", "read"])
            return rule(
                "fail", [Setting("errno", .word(random.pick(errors)))], at: [operation],
                when: some(&random, at: operation))
        },
        RuleTemplate(4) { random in
            rule(
                "provider-error", [Setting("code", .word(random.pick(providerErrors)))], at: ["coordinate"],
                when: some(&random))
        },
    ]

    private static let times: [RuleTemplate] = [
        RuleTemplate(4) { random in
            rule(
                "delay", [Setting("for", .milliseconds(random.pick(from: 1...120)))],
                at: [random.pick(["open", "read", "download", "coordinate", "scope-start"])], when: some(&random))
        },
        RuleTemplate(2) { random in
            rule(
                "stall", [Setting("for", .word("forever"))],
                at: [random.pick(["open", "read", "download", "coordinate"])],
                when: [Setting("nth", .count(1))])
        },
        RuleTemplate(1) { random in
            rule("stall", [Setting("at", percent(&random)), Setting("for", .word("forever"))], at: ["read"])
        },
        RuleTemplate(1) { random in
            rule("throttle", [Setting("rate", .bytesPerSecond(random.pick([1 << 18, 1 << 20])))], at: ["read"])
        },
    ]

    private static let contents: [RuleTemplate] = [
        RuleTemplate(3) { random in
            rule("short-read", [Setting("bytes", .bytes(random.pick([1000, 4096, 10_000])))], when: some(&random))
        },
        RuleTemplate(5) { random in rule("end-early", [Setting("at", percent(&random))], when: some(&random)) },
        RuleTemplate(2) { random in
            rule("zeros", [Setting("from", percent(&random)), Setting("length", .bytes(4096))], when: some(&random))
        },
        RuleTemplate(1) { random in rule("corrupt", [Setting("bytes", .count(16))], when: some(&random)) },
        RuleTemplate(3) { random in
            let over = Setting("over", .milliseconds(random.pick(from: 5...200)))
            return rule("grow", [Setting("from", percent(&random)), over], at: [random.pick(["pick", "open"])])
        },
        RuleTemplate(2) { random in
            rule("shrink", [Setting("to", percent(&random))], at: [random.pick(["open", "read"])], when: some(&random))
        },
    ]

    private static let versions: [RuleTemplate] = [
        RuleTemplate(3) { random in
            rule("torn", [Setting("at", percent(&random))], at: [random.pick(["open", "read"])])
        },
        RuleTemplate(1) { _ in rule("stale", at: ["open"]) },
        RuleTemplate(6) { random in
            var arguments = [Setting("with", .word(random.pick(["newer", "older", "garbage", "html", "directory"])))]
            if random.oneIn(2) { arguments.append(Setting("in-place", .truth(true))) }
            if random.oneIn(2) { arguments.append(Setting("coordinated", .truth(false))) }
            return rule("replace", arguments, at: [random.pick(["pick", "open", "read"])], when: first(&random))
        },
        RuleTemplate(1) { random in rule("new-identity", at: [random.pick(["open", "read"])], when: first(&random)) },
    ]

    /// Something that happens to an item once.
    private static func first(_ random: inout SeededRandom) -> [Setting] { [nth(&random, at: "open")] }

    private static func coordinated(_ random: inout SeededRandom) -> [Setting] {
        random.oneIn(2) ? [Setting("coordinated", .truth(false))] : []
    }

    private static let moments = ["pick", "open", "read", "coordinate"]

    private static let names: [RuleTemplate] = [
        RuleTemplate(4) { random in
            rule(
                "move", [Setting("to", .word("Archive"))] + coordinated(&random), at: [random.pick(moments)],
                when: first(&random))
        },
        RuleTemplate(3) { random in
            rule(
                "rename", [Setting("to", .word("*.latest"))] + coordinated(&random), at: [random.pick(moments)],
                when: first(&random))
        },
        RuleTemplate(2) { random in
            rule(
                "rename-parent", [Setting("to", .word("Renamed"))] + coordinated(&random), at: [random.pick(moments)],
                when: first(&random))
        },
        RuleTemplate(3) { random in
            rule("delete", coordinated(&random), at: [random.pick(moments)], when: first(&random))
        },
        RuleTemplate(2) { random in
            rule("trash", coordinated(&random), at: [random.pick(moments)], when: first(&random))
        },
        RuleTemplate(1) { random in
            rule("change-case", [Setting("to", .word("upper"))], at: ["open"], when: first(&random))
        },
    ]

    private static let states: [RuleTemplate] = [
        RuleTemplate(3) { random in rule("evict", at: [random.pick(["open", "pick"])], when: first(&random)) },
        RuleTemplate(1) { _ in rule("report-status", [Setting("status", .word("current"))]) },
        RuleTemplate(2) { random in
            rule("fail", [Setting("errno", .word("ETIMEDOUT"))], at: ["download"], when: some(&random))
        },
    ]

    private static let metadata: [RuleTemplate] = [
        RuleTemplate(3) { random in
            rule("report-size", [Setting("size", random.pick([.count(0), .percent(50), .bytes(1 << 20)]))])
        },
        RuleTemplate(1) { _ in rule("report-blocks", [Setting("blocks", .count(0))]) },
        RuleTemplate(1) { _ in rule("report-time", [Setting("as", .word("changing"))]) },
        RuleTemplate(1) { _ in rule("report-inode", [Setting("as", .word("changing"))]) },
        RuleTemplate(1) { _ in rule("report-version") },
        RuleTemplate(1) { _ in rule("report-type", [Setting("as", .word("directory"))]) },
    ]

    private static let access: [RuleTemplate] = [
        RuleTemplate(3) { random in rule("refuse-scope", when: some(&random)) },
        RuleTemplate(2) { random in rule("revoke-scope", at: [random.pick(["open", "read", "coordinate"])]) },
        RuleTemplate(3) { random in rule("refuse-claim", when: some(&random)) },
        RuleTemplate(2) { random in rule("drop-claim", [Setting("after", .milliseconds(random.pick(from: 1...20)))]) },
        RuleTemplate(2) { random in
            rule(
                "hold-claim", [Setting("for", .milliseconds(random.pick(from: 1...150)))], at: ["coordinate"],
                when: first(&random))
        },
        RuleTemplate(1) { random in
            rule("hold-claim", [Setting("for", .word("forever"))], at: ["coordinate"], when: first(&random))
        },
    ]

    private static let provider: [RuleTemplate] = [
        RuleTemplate(2) { random in
            rule("offline", [Setting("for", .milliseconds(random.pick(from: 1...150)))], at: ["pick"])
        },
        RuleTemplate(1) { _ in rule("sign-out", [Setting("for", .milliseconds(50))], at: ["pick"]) },
        RuleTemplate(1) { random in
            rule(
                "hang", [Setting("for", .milliseconds(random.pick(from: 1...150)))], at: ["open"], when: first(&random))
        },
        RuleTemplate(2) { random in
            rule(
                "die", [Setting("back-after", .milliseconds(random.pick(from: 1...100)))],
                at: [random.pick(["open", "read"])], when: first(&random))
        },
        RuleTemplate(2) { random in
            rule(
                "restart", [Setting("down-for", .milliseconds(random.pick(from: 0...60)))],
                at: [random.pick(["open", "read"])], when: first(&random))
        },
        RuleTemplate(3) { random in
            rule(
                "kill-caller", [Setting("when", .word(random.pick(["before", "after"])))],
                at: [random.pick(["open", "read", "coordinate", "scope-start"])],
                when: first(&random))
        },
    ]
}
