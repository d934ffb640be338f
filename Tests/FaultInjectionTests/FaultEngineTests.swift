import FaultInjection
import ProviderModel
import SystemIO
import Testing

@Suite struct FaultEngineTests {
    private func rule(
        _ name: String, _ operations: [FaultInjection.Operation]? = [.read], path: String? = nil,
        _ fault: Fault = .shortRead(ShortRead(bytes: ByteCount(1))), _ set: (inout Trigger) -> Void = { _ in }
    ) throws -> Rule {
        var trigger = Trigger()
        set(&trigger)
        return Rule(
            name: name, operations: operations.map { OperationSet($0) }, path: try path.map { try PathPattern($0) },
            trigger: trigger, fault: fault)
    }

    private func read(_ path: String = "a.pdf", offset: Int64 = 0, length: Int64 = 10) -> OperationEvent {
        OperationEvent(
            .read, path: path, item: ItemIdentifier(firstPath: path), offset: offset, length: length, itemSize: 100)
    }

    /// The numbers of the matches, out of the first ten, that fire.
    private func firings(_ set: (inout Trigger) -> Void) throws -> [Int] {
        var engine = FaultEngine(rules: [try rule("r", set)], seed: 7)
        return (1...10).flatMap { _ in engine.decide(read()).map(\.nth) }
    }

    private func rule(_ name: String, _ set: (inout Trigger) -> Void) throws -> Rule {
        try rule(name, [.read], .shortRead(ShortRead(bytes: ByteCount(1))), set)
    }

    @Test func `Triggers choose among the matches`() throws {
        #expect(try firings { _ in } == Array(1...10))
        #expect(try firings { $0.nth = [Ordinals(3, through: 3)!] } == [3])
        #expect(try firings { $0.nth = [Ordinals(1, through: 1)!, Ordinals(9, through: nil)!] } == [1, 9, 10])
        #expect(try firings { $0.every = 4 } == [4, 8])
        #expect(try firings { $0.times = 2 } == [1, 2])
        #expect(
            try firings {
                $0.every = 2
                $0.times = 3
            } == [2, 4, 6])
        #expect(try firings { $0.byHand = true } == [])
    }

    @Test func `Odds come out as stated, and another seed draws otherwise`() throws {
        let trigger: (inout Trigger) -> Void = { $0.odds = Odds(1, outOf: 20) }
        func fired(seed: UInt64) throws -> [Int] {
            var engine = FaultEngine(rules: [try rule("r", trigger)], seed: seed)
            return (1...20_000).flatMap { _ in engine.decide(read()).map(\.nth) }
        }
        let first = try fired(seed: 1)
        #expect((900...1100).contains(first.count))
        #expect(try fired(seed: 1) == first)
        #expect(try fired(seed: 2) != first)
    }

    @Test func `Each item has its own counter, unless the rule counts all together`() throws {
        var apart = FaultEngine(rules: [try rule("r") { $0.nth = [Ordinals(2, through: 2)!] }], seed: 1)
        #expect(apart.decide(read("a")).isEmpty && apart.decide(read("b")).isEmpty)
        #expect(apart.decide(read("a")).count == 1 && apart.decide(read("b")).count == 1)
        var together = FaultEngine(
            rules: [
                try rule("r") {
                    $0.nth = [Ordinals(2, through: 2)!]
                    $0.counting = .perRule
                }
            ], seed: 1)
        #expect(together.decide(read("a")).isEmpty && together.decide(read("b")).count == 1)
        #expect(together.decide(read("a")).isEmpty && together.decide(read("b")).isEmpty)
    }

    @Test func `A fault that ends the operation hides it from later rules; others add up`() throws {
        let refusal = Fault.fail(Fail(errno: .ioError))
        var engine = FaultEngine(
            rules: [
                try rule("slow", [.read], .throttle(Throttle(rate: .slowest))),
                try rule("first", [.read], refusal) { $0.times = 1 },
                try rule("second", [.read], .deny(Deny(errno: .notPermitted))) { $0.nth = [Ordinals(1, through: 1)!] },
            ], seed: 1)
        #expect(engine.decide(read()).map(\.rule) == ["slow", "first"])
        #expect(engine.decide(read()).map(\.rule) == ["slow", "second"])
        #expect(engine.decide(read()).map(\.rule) == ["slow"])
        #expect(engine.statistics.map(\.matched) == [3, 3, 2])
        #expect(engine.statistics.map(\.fired) == [3, 1, 1])
    }

    @Test func `A stall that ends lets the next rule decide, one for ever doesn't`() throws {
        for (hold, expected) in [(Hold.forever, ["stall"]), (.duration(.seconds(1)), ["stall", "then"])] {
            var engine = FaultEngine(
                rules: [
                    try rule("stall", [.read], .stall(Stall(hold: hold))),
                    try rule("then", [.read], .fail(Fail(errno: .ioError))),
                ], seed: 1)
            #expect(engine.decide(read()).map(\.rule) == expected)
        }
    }

    @Test func `A content fault matches the requests that reach its place`() throws {
        var engine = FaultEngine(
            rules: [
                try rule("r", [.read], .endEarly(EndEarly(at: .percent(40)))) { $0.nth = [Ordinals(1, through: 1)!] }
            ],
            seed: 1)
        #expect(engine.decide(read(offset: 0, length: 40)).isEmpty)
        #expect(engine.decide(read(offset: 31, length: 10)).count == 1)
    }

    @Test func `Places, sizes, times, processes and states are asked for`() throws {
        func fires(_ event: OperationEvent, _ set: (inout Trigger) -> Void) throws -> Bool {
            var engine = FaultEngine(rules: [try rule("r", set)], seed: 1)
            return !engine.decide(event).isEmpty
        }
        #expect(try fires(read(offset: 45, length: 10)) { $0.atOffset = .percent(50) })
        #expect(try !fires(read(offset: 51, length: 10)) { $0.atOffset = .percent(50) })
        #expect(try !fires(read(offset: 40, length: 10)) { $0.atOffset = .percent(50) })
        #expect(try fires(read(length: 64)) { $0.atLeast = ByteCount(64) })
        #expect(try !fires(read(length: 63)) { $0.atLeast = ByteCount(64) })
        var event = read()
        event.bytesSoFar = 99
        #expect(try !fires(event) { $0.afterBytes = ByteCount(100) })
        event.bytesSoFar = 100
        #expect(try fires(event) { $0.afterBytes = ByteCount(100) })
        #expect(try !fires(event) { $0.after = .seconds(1) })
        event.sinceMount = .seconds(1)
        #expect(try fires(event) { $0.after = .seconds(1) })
        #expect(try fires(event) { $0.until = .milliseconds(1001) })
        #expect(try !fires(event) { $0.until = .seconds(1) })
        #expect(try !fires(event) { $0.processes = ["cp"] })
        event.process = "cp"
        #expect(try fires(event) { $0.processes = ["mv", "cp"] })
        #expect(try !fires(event) { $0.conditions = [.dataless, .offline] })
        event.conditions = [.dataless, .offline, .scoped]
        #expect(try fires(event) { $0.conditions = [.dataless, .offline] })
    }

    @Test func `A rename is matched by either path, once`() throws {
        var engine = FaultEngine(rules: [try rule("r", [.rename], path: "**/*.pdf", .evict(Evict()))], seed: 1)
        let item = ItemIdentifier(firstPath: "a.tmp")
        #expect(engine.decide(OperationEvent(.rename, path: "a.tmp", otherPath: "a.pdf", item: item)).count == 1)
        #expect(engine.decide(OperationEvent(.rename, path: "a.pdf", otherPath: "b.pdf", item: item)).count == 1)
        #expect(engine.decide(OperationEvent(.rename, path: "a.tmp", otherPath: "b.tmp", item: item)).isEmpty)
    }

    @Test func `Candidates say which operations can meet a rule, and go stale with the rules`() throws {
        var engine = FaultEngine(rules: [try rule("r", [.read, .open], path: "x/*.pdf")], seed: 1)
        #expect(engine.candidates(at: "y/a.pdf").isEmpty)
        let candidates = engine.candidates(at: "x/a.pdf")
        #expect(candidates.operations == OperationSet([.read, .open]))
        try engine.add([try rule("s", path: "x/a.pdf")])
        #expect(candidates.generation != engine.generation)
        #expect(engine.decide(read("x/a.pdf"), among: candidates).map(\.rule) == ["r", "s"])
        try engine.remove(named: "r")
        #expect(engine.decide(read("x/a.pdf"), among: candidates).map(\.rule) == ["s"])
        #expect(throws: FaultEngine.RuleError.unknown("r")) { try engine.remove(named: "r") }
        #expect(throws: FaultEngine.RuleError.duplicate("s")) { try engine.add([try rule("s")]) }
        engine.reset()
        #expect(engine.decide(read("x/a.pdf")).map { [$0.rule, "\($0.nth)"] } == [["r", "1"]])
    }

    @Test func `A rule for a time fires so long from an item's first match on`() throws {
        var engine = FaultEngine(rules: [try rule("r") { $0.lasting = .seconds(5) }], seed: 1)
        func fires(_ path: String, at seconds: Int) -> Bool {
            var event = read(path)
            event.sinceMount = .seconds(seconds)
            return !engine.decide(event).isEmpty
        }
        #expect([10, 11, 14].allSatisfy { fires("a", at: $0) })
        #expect(!fires("a", at: 15))
        #expect(fires("b", at: 15))
        #expect(!fires("a", at: 99))
    }

    @Test func `A rule that is armed fires at its next match`() throws {
        var engine = FaultEngine(rules: [try rule("r") { $0.byHand = true }], seed: 1)
        #expect(engine.decide(read()).isEmpty)
        try engine.arm("r")
        #expect(engine.decide(read()).map(\.nth) == [2])
        #expect(engine.decide(read()).isEmpty)
        #expect(throws: FaultEngine.RuleError.unknown("q")) { try engine.arm("q") }
    }

    @Test func `The index finds what trying every rule finds`() throws {
        let globs = [
            "**", "*", ".", "a", "a/b.pdf", "**/b.pdf", "a/**", "a/*", "{a,c}/b.pdf", "**/*.pdf", "?/b.pdf",
            "a/**/b.pdf",
            "{a/b.pdf,c}", "e\u{301}", "\u{e9}",
        ]
        let rules = try globs.map { try rule($0, path: $0) } + [try rule("all")]
        var engine = FaultEngine(rules: rules, seed: 1)
        for path in ["", "a", "a/b.pdf", "a/x/b.pdf", "c", "c/b.pdf", "b.pdf", "e\u{301}", "\u{e9}", "x/y/z"] {
            let expected = rules.filter { $0.path?.matches(path) ?? true }.map(\.name)
            #expect(engine.decide(read(path)).map(\.rule) == expected, "\(path)")
        }
    }

    @Test func `Where no rule can match a folder's children, none does`() throws {
        let globs = ["a", "a/b.pdf", "a/b/c.pdf", "d/**", "d/*", "e/?", "f/g/*", "**/h", "{i,j}/k"]
        let paths = ["a", "b", "d", "e", "f", "i", "k", "a/b", "d/e", "f/g", "e/f/g", "a/b/c.pdf"]
        for glob in globs {
            let engine = FaultEngine(rules: [try rule("r", path: glob)], seed: 1)
            for folder in paths where !engine.mayMatch(childrenOf: folder) {
                for name in ["b.pdf", "c.pdf", "h", "k", "g", "x", "b"] {
                    #expect(engine.candidates(at: "\(folder)/\(name)").isEmpty, "\(glob) \(folder)/\(name)")
                }
            }
        }
        let engine = FaultEngine(rules: [try rule("r", path: "d/**"), try rule("s", path: "a/b.pdf")], seed: 1)
        #expect(paths.filter(engine.mayMatch) == ["a", "d", "d/e"])
        #expect(engine.mayMatch(childrenOf: ""))
    }

    @Test func `Ten thousand rules for other paths cost a look-up`() throws {
        let rules = try (0..<10_000).map {
            try rule("r\($0)", path: ["d\($0)/**", "**/n\($0).pdf", "x/y\($0)"][$0 % 3])
        }
        let engine = FaultEngine(rules: rules, seed: 1)
        let clock = ContinuousClock()
        var found = 0
        let taken = clock.measure {
            for _ in 0..<1000 { found += engine.candidates(at: "some/folder/file.pdf").isEmpty ? 0 : 1 }
        }
        #expect(found == 0)
        // Trying them all takes seconds in a debug build; the bound only tells the two apart.
        #expect(taken < .seconds(1))
    }
}
