import FaultInjection
import ProviderConfiguration
import ProviderModel
import Testing

@Suite struct PlanLoaderTests {
    private func load(_ text: String) -> PlanLoader.Outcome {
        PlanLoader().load([("a.yaml", Array(text.utf8))])
    }

    @Test func `The config of the design reads as it says`() throws {
        let outcome = load(
            """
            provider: OneDrive                        # shown as the source category
            about: A PDF stalls at 40 percent and moves away when the reader tries again.
            reported: [https://github.com/keepassium/KeePassium/issues/332]
            seed: 1
            scope: required
            items:
              - match: "**/*.pdf"
                state: dataless
                download: {latency: 300ms, bandwidth: 2MiB/s}
            rules:
              - name: stalls at 40 percent
                when: {operation: download, path: "**/*.pdf", nth: 1}
                do: {stall: {at: 40%, for: forever}}
              - name: moves away
                when: {operation: open, path: "**/*.pdf", nth: 2}
                do: {move: {to: Archive, coordinated: false}}
                optional: true
            expect:
              - {document: "**/*.pdf", outcome: failed, phase: coordinate, retryable: true}
            """)
        #expect(outcome.problems.isEmpty)
        let plan = try #require(outcome.plan)
        #expect(plan.provider == "OneDrive")
        #expect(plan.seed == 1)
        #expect(plan.items[0].download.latency == .milliseconds(300))
        #expect(plan.items[0].download.bandwidth == Rate(perSecond: ByteCount(2 << 20)))
        #expect(plan.rules.map(\.name) == ["stalls at 40 percent", "moves away"])
        #expect(plan.rules[0].fault == .stall(Stall(at: .percent(40), hold: .forever)))
        #expect(plan.rules[0].operations == OperationSet([.download]))
        #expect(plan.rules[1].fault == .move(Move(folder: "Archive", isCoordinated: false)))
        #expect(plan.rules[1].isOptional)
        #expect(plan.rules[1].position == SourcePosition(file: "a.yaml", line: 14, column: 5))
        #expect(plan.expectations[0].outcome == .failed)
        #expect(plan.expectations[0].phase == .coordinate)
        #expect(plan.expectations[0].isRetryable == true)
    }

    /// What stands after `provider: P\n`, and all that is said about it.
    @Test(arguments: Mistake.all) func `A mistake is named with its place and the nearest word`(mistake: Mistake) {
        let outcome = load("provider: P\n" + mistake.text)
        #expect(outcome.problems.map { String($0.description.dropFirst("a.yaml:".count)) } == mistake.problems)
        #expect((outcome.plan == nil) == mistake.problems.contains { $0.contains(" error: ") })
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let text: String
        let problems: [String]
        var testDescription: String { text }

        init(_ text: String, _ problems: String...) {
            self.text = text
            self.problems = problems
        }

        /// A rule with `when` and `do`.
        static func rule(_ when: String, _ fault: String, _ problems: String...) -> Mistake {
            var mistake = Mistake("rules:\n  - when: {\(when)}\n    do: {\(fault)}\n")
            mistake = Mistake(mistake.text, all: problems)
            return mistake
        }

        private init(_ text: String, all problems: [String]) {
            self.text = text
            self.problems = problems
        }

        static let all: [Mistake] = [
            Mistake("rulez: []", "2:1: error: a provider-config has no key 'rulez'; did you mean 'rules'?"),
            Mistake("provider: Q", "2:1: error: the key 'provider' is here twice: first in line 1"),
            Mistake("scope: requird", "2:8: error: scope: unknown choice 'requird'; did you mean 'required'?"),
            Mistake("seed: -1", "2:7: error: seed: '-1' is no whole number; write a whole number from 0 on"),
            Mistake("seed: 1e3", "2:7: error: seed: '1e3' is no whole number; write a whole number from 0 on"),
            Mistake("about:", "2:1: error: 'about' needs a text, not nothing"),
            Mistake("reported: keepassium 332", "2:11: error: reported: 'keepassium 332' is no link; write https://…"),
            Mistake("rules: {}", "2:8: error: 'rules' is a list of mappings, not a mapping"),
            Mistake("rules: [1]", "2:9: error: a rule is a mapping of keys to values, not '1'"),
            Mistake(
                "items:\n  - {match: /a, sate: dataless}",
                "3:13: error: match: the glob '/a' starts with '/': paths are relative to the mount's root",
                "3:17: error: an item has no key 'sate'; did you mean 'state'?"),
            Mistake(
                "items:\n  - {match: a, download: {latency: 300, bandwidth: 2MiB}}",
                "3:36: error: latency: '300' has no unit; write a duration with its unit, such as 300ms, 5s or 2min",
                "3:52: error: bandwidth: '2MiB' is no rate; write a rate, such as 64KiB/s"),
            .rule(
                "operation: opn", "deny: EPREM",
                "3:23: error: unknown operation 'opn'; did you mean 'open'?".operation,
                "4:16: error: deny: unknown error number 'EPREM'; did you mean 'EPERM'?"),
            .rule("", "stal: {}", "4:10: error: unknown fault 'stal'; did you mean 'stall'?"),
            .rule("", "stall: {att: 40%}", "4:18: error: 'stall' has no detail 'att'; did you mean 'at'?"),
            .rule(
                "", "stall: {at: 40}",
                "4:22: error: at: '40' has no unit; write a size with its unit or a percentage, such as 64KiB or 40%"),
            .rule(
                "", "stall: {at: 140%}",
                "4:22: error: at: '140%' is no place in a file; write a size with its unit or a percentage, "
                    + "such as 64KiB or 40%"),
            .rule(
                "", "delay: 200",
                "4:17: error: delay: '200' has no unit; write a duration with its unit, such as 300ms, 5s or 2min"),
            .rule("", "delay: {from: 2s, to: 1s}", "4:17: error: delay: from is longer than to"),
            .rule("", "deny: {}", "4:10: error: 'deny' needs 'errno': the error that the caller gets"),
            .rule(
                "", "delete: {}, trash: {}",
                "4:22: error: 'do' has a second fault, 'trash'; write a second rule, it may match the same operations"),
            .rule(
                "odds: 0.05", "deny: EIO",
                "3:18: error: odds: '0.05' is no odds; write odds in whole numbers, such as 1/20"),
            .rule(
                "odds: 3/2", "deny: EIO",
                "3:18: error: odds: '3/2' is no odds; write odds in whole numbers, such as 1/20"),
            .rule(
                "path: ../a", "deny: EIO",
                "3:18: error: path: the glob '../a' has a component '..', which leaves the mount"),
            .rule(
                "path: 'a[b]'", "deny: EIO",
                "3:18: error: path: the glob 'a[b]' has '[': there are no character classes; write '\\[' for the character itself"
            ),
            .rule(
                "operation: open", "short-read: 100",
                "3:12: error: the rule can't fire: 'short-read' can't happen at open; it can at read"),
            .rule(
                "while: [dataless, materialized]", "deny: EIO",
                "3:12: error: the rule can't fire: nothing is dataless and materialized at once"),
            .rule(
                "nth: 3, every: 2", "deny: EIO",
                "3:12: error: the rule can't fire: no match that 'nth' names is one of 'every' 2"),
            .rule(
                "operation: open, at-offset: 40%", "deny: EIO",
                "3:29: error: the rule can't fire as it says: 'at-offset' is about read and write only; "
                    + "write 'operation: read'"),
            .rule(
                "operation: read, at-least: 2MiB", "fail: EIO",
                "3:29: error: the rule can't fire: the kernel asks for at most 1MiB at once; write 1MiB or less"),
            .rule(
                "process: a-very-long-process-name", "deny: EIO",
                "3:12: error: no process has the name 'a-very-long-process-name': the kernel keeps 15 bytes; "
                    + "write 'a-very-long-pro'"),
            .rule("path: a/b", "move: {to: a/b/c}", "4:9: error: move: 'a/b' can't go into itself"),
            .rule("path: 'a/*.pdf'", "move: {to: a}", "4:9: error: move: what matches is in 'a' already"),
            .rule(
                "path: a", "move: {to: ../b}",
                "4:21: error: to: the path '../b' has a component '..', which leaves the mount"),
            .rule("path: a.pdf", "rename: a.pdf", "4:9: error: rename: 'a.pdf' has that name already"),
            .rule("path: a.pdf", "rename: a/b", "4:18: error: rename: 'a/b' has a '/': it must be one name"),
            .rule(
                "path: a.pdf", "rename-parent: b",
                "4:9: error: rename-parent: 'a.pdf' is in the root, which has no name"),
            .rule("path: a", "replace: {with: item, item: a}", "4:9: error: replace: 'a' can't take its own place"),
            .rule("", "replace: item", "4:19: error: replace: needs the other item's path: {with: item, item: PATH}"),
            .rule(
                "operation: clock", "delete: {}",
                "3:12: error: the operation 'clock' needs 'after': the moment after the mount"),
            .rule(
                "by-hand: true, nth: 2", "delete: {}",
                "3:27: error: 'nth' means nothing beside 'by-hand': only 'fpsim fire' fires the rule"),
            .rule(
                "operation: lookup", "stall: {}",
                "3:12: warning: a stalled lookup holds the kernel's lock on the name or folder, and callers behind it "
                    + "can't leave; stall open or read instead"),
            Mistake(
                "rules:\n  - {name: a, do: {delete: {}}}\n  - {name: a, do: {trash: {}}}",
                "4:5: error: two rules have the name 'a': the first is at a.yaml:3:5"),
            Mistake(
                "rules:\n  - {name: a, do: {deny: EPERM}}\n  - {name: b, when: {path: x}, do: {deny: EIO}}",
                "4:5: warning: the rule 'b' never fires: 'a' before it ends every operation that it matches"),
            Mistake(
                "rules:\n  - {name: a, when: {nth: 1}, do: {deny: EPERM}}\n  - {name: b, when: {path: x}, do: {deny: EIO}}"
            ),
            Mistake(
                "rules:\n  - {do: {delete: {}}, nth: 1, stall: {}}",
                "3:24: error: a rule has no key 'nth'; it belongs under 'when'",
                "3:32: error: a rule has no key 'stall'; it belongs under 'do'"),
            Mistake(
                "expect:\n  - {document: a, outcome: imported, phase: stage}",
                "3:38: error: only a failure has a phase, and 'imported' is none"),
            Mistake(
                "documents:\n  - {path: a, bytes: 0, folder: true}\n  - {path: b}\n  - {path: ../c, bytes: 0}",
                "3:5: error: a document needs exactly one of 'copy-of', 'pdf', 'bytes' and 'folder: true'",
                "4:5: error: a document needs exactly one of 'copy-of', 'pdf', 'bytes' and 'folder: true'",
                "5:12: error: path: the path '../c' has a component '..', which leaves the mount"),
            Mistake(
                "a: &x 1", "2:1: error: a provider-config has no key 'a'; known here: \(keys)",
                "2:7: error: a provider-config has no anchors ('&name'); write the value out"),
            Mistake("about: !!str x", "2:14: error: a provider-config has no tags ('!…')"),
            Mistake("---\nabout: x", "2:1: error: a second document begins: a provider-config is one document"),
            Mistake("about: \"\\q\"", "2:9: error: YAML: invalid escape 'q' in double-quoted string"),
            Mistake("about: [x", "3:1: error: YAML: flow sequence without a closing bracket"),
        ]

        private static let keys =
            "provider, about, reported, seed, scope, profile, grants, documents, pick, relaunch, items, rules, expect"
    }

    @Test func `A file without a provider says what it needs`() {
        #expect(
            load("rules: []").problems.map(\.description)
                == [
                    "a.yaml:1:1: error: a provider-config needs 'provider': the provider's name, shown as the source category"
                ])
        #expect(load("").problems.map(\.description) == ["a.yaml:1:1: error: the file is empty"])
        #expect(load("# nothing\n").problems.map(\.description) == ["a.yaml:1:1: error: the file is empty"])
    }

    @Test func `Bytes that are no text are refused with their place`() {
        let outcome = PlanLoader().load([("a.yaml", Array("provider: é\nabout: é".utf8) + [0xFF, 0x41])])
        #expect(outcome.problems.map(\.description) == ["a.yaml:2:9: error: the byte 0xFF isn't UTF-8 here"])
        let null = PlanLoader().load([("a.yaml", Array("provider: P\nabout: a\0b".utf8))])
        #expect(null.problems.map(\.description) == ["a.yaml:2:9: error: the file has a null byte: it is no text"])
    }

    @Test func `Nesting without end, and aliases that would expand without end, are errors`() {
        let deep = load("provider: P\nabout: " + String(repeating: "[", count: 200_000))
        #expect(deep.problems.first?.description == "a.yaml:2:39: error: the text nests deeper than 32 levels")
        var bomb = "provider: P\na: &a [x]\n"
        for name in 1..<30 { bomb += "a\(name): &b\(name) [*a, *a]\n" }
        #expect(load(bomb).plan == nil)
    }

    @Test func `Several files make one plan, and problems keep their file`() throws {
        let loader = PlanLoader()
        let first = Array("provider: A\nseed: 5\nrules: [{name: r, do: {delete: {}}}]".utf8)
        let second = Array("provider: B\nrules: [{name: s, do: {trash: {}}}]".utf8)
        let plan = try #require(loader.load([("a", first), ("b", second)]).plan)
        #expect(plan.provider == "B")
        #expect(plan.seed == 5)
        #expect(plan.rules.map(\.name) == ["r", "s"])
        let twice = loader.load([("a", first), ("b", first)])
        #expect(
            twice.problems.map(\.description) == ["b:3:9: error: two rules have the name 'r': the first is at a:3:9"])
    }

    @Test func `A rule that the mount can't carry out is an error, not silence`() {
        let loader = PlanLoader { $0.fault.kind == .trash ? "not here" : nil }
        let outcome = loader.load([("a", Array("provider: B\nrules: [{name: s, do: {trash: {}}}]".utf8))])
        #expect(outcome.problems.map(\.description) == ["a:2:9: error: the rule 's' can't be carried out: not here"])
    }

    @Test func `Rules alone can be read for a mount that runs`() {
        let rules = PlanLoader().load(rules: Array("- {name: r, do: {delete: {}}}".utf8), name: "r.yaml")
        #expect(rules.rules.map(\.name) == ["r"])
        let keyed = PlanLoader().load(rules: Array("rules:\n- {name: r, do: {delete: {}}}".utf8), name: "r.yaml")
        #expect(keyed.rules.map(\.name) == ["r"])
        let more = PlanLoader().load(rules: Array("seed: 1\nrules: []".utf8), name: "r.yaml")
        #expect(
            more.problems.map(\.description) == ["r.yaml:1:1: error: only 'rules' can be added to a mount, not 'seed'"])
    }

    @Test func `Thousands of rules are read, and are looked up without trying each`() throws {
        var text = "provider: P\nrules:\n"
        for index in 0..<4000 { text += "- {name: r\(index), when: {path: d\(index)/*.pdf}, do: {deny: EPERM}}\n" }
        let plan = try #require(load(text).plan)
        #expect(plan.rules.count == 4000)
        var engine = FaultEngine(rules: plan.rules, seed: 1)
        let item = ItemIdentifier(firstPath: "d7/a.pdf")
        #expect(engine.decide(OperationEvent(.open, path: "d7/a.pdf", item: item)).map(\.rule) == ["r7"])
    }
}

extension String {
    /// An operation's message carries its key.
    fileprivate var operation: String { replacing("error: unknown", with: "error: operation: unknown") }
}
