import ProviderModel

/// Which faults fire now, given the rules, the seed and what happened before. It does no I/O and keeps no clock.
///
/// **Order.** Rules are asked in the order in which they stand. A rule that matches counts, and fires if its trigger
/// says so. A fault that ends the operation (a refusal, a stall for ever, a provider that dies) ends the asking: the
/// rules after it neither see nor count that operation. Faults that don't (a delay, a short read, a move) add up.
///
/// **Repeatability.** Counters are per rule and item, and a decision by odds is a hash of the seed, the rule's name,
/// the item, the operation and the number of the match: no order of threads can change either. Only
/// `per: rule` counts all matches of a rule together, and is not repeatable when several threads work at once.
package struct FaultEngine: Sendable {
    package let seed: UInt64
    /// What the mount began with: `reset` returns to it.
    private let initialRules: [Rule]
    package private(set) var rules: [Rule]
    private var index: RuleIndex
    /// Changes whenever the rules do: candidates from before are void.
    package private(set) var generation: UInt64 = 0
    private var tallies: [Tally]
    private var counters: [CounterKey: Counter] = [:]
    private var armed: [String: Int] = [:]

    private struct Tally {
        var matched = 0
        var fired = 0
    }

    private struct Counter {
        var matched = 0
        var fired = 0
        /// Since the mount.
        var firstMatch: Duration?
    }

    private struct CounterKey: Hashable {
        let rule: String
        /// Nil: the rule counts all items together.
        let item: ItemIdentifier?
    }

    /// - Parameter rules: with names that differ.
    package init(rules: [Rule], seed: UInt64) {
        self.seed = seed
        self.initialRules = rules
        self.rules = rules
        index = RuleIndex(rules)
        tallies = Array(repeating: Tally(), count: rules.count)
    }
}

// MARK: Deciding

extension FaultEngine {
    /// The rules that can match operations on one path. Ask once for each node and keep it until the path or
    /// `generation` changes.
    package struct Candidates: Hashable, Sendable {
        /// Positions in `rules`, in order.
        let rules: [Int]
        /// What they match: an operation that isn't in it needs no decision, and may be answered natively.
        package let operations: OperationSet
        package let generation: UInt64

        package var isEmpty: Bool { operations.isEmpty }
    }

    /// What can happen at `path`. It costs a few dictionary look-ups, however many rules there are for other paths.
    package func candidates(at path: String) -> Candidates {
        let found = index.rules(at: path)
        return Candidates(
            rules: found, operations: found.reduce(into: []) { $0.formUnion(rules[$1].operations) },
            generation: generation)
    }

    /// Whether a rule may match something right in the folder at `path`; where none can, its files need no asking.
    package func mayMatch(childrenOf path: String) -> Bool { index.mayMatch(childrenOf: path) }

    /// What can happen where no rule matches.
    package var noCandidates: Candidates { Candidates(rules: [], operations: [], generation: generation) }

    /// The faults that fire for this operation, in order, those of earlier rules first.
    package mutating func decide(_ event: OperationEvent) -> [FiredFault] {
        decide(event, among: candidates(at: event.path))
    }

    /// The same, among candidates that were asked for earlier; they are looked up again if the rules have changed.
    package mutating func decide(_ event: OperationEvent, among candidates: Candidates) -> [FiredFault] {
        var positions = candidates.generation == generation ? candidates.rules : index.rules(at: event.path)
        if let other = event.otherPath {
            positions = Array(Set(positions).union(index.rules(at: other))).sorted()
        }
        var fired: [FiredFault] = []
        for position in positions where rules[position].operations.contains(event.operation) {
            guard let one = ask(position, event) else { continue }
            fired.append(one)
            if one.fault.endsOperation { break }
        }
        return fired
    }

    private mutating func ask(_ position: Int, _ event: OperationEvent) -> FiredFault? {
        let rule = rules[position]
        let trigger = rule.trigger
        guard RuleMatch.holds(rule, event) else { return nil }
        let key = CounterKey(rule: rule.name, item: trigger.counting == .perItem ? event.item : nil)
        var counter = counters[key] ?? Counter()
        counter.matched += 1
        let begin = counter.firstMatch ?? event.sinceMount
        counter.firstMatch = begin
        tallies[position].matched += 1
        let nth = counter.matched
        let roll = decisionHash(rule.name, event, nth)
        var fires = false
        if let waiting = armed[rule.name], waiting > 0 {
            armed[rule.name] = waiting - 1
            fires = true
        } else if !trigger.byHand, counter.fired < trigger.times ?? Int.max {
            fires =
                (trigger.nth.isEmpty || trigger.nth.contains { $0.contains(nth) }) && nth % (trigger.every ?? 1) == 0
                && (trigger.odds?.holds(for: roll) ?? true)
                && (trigger.lasting.map { event.sinceMount - begin < $0 } ?? true)
        }
        if fires {
            counter.fired += 1
            tallies[position].fired += 1
        }
        counters[key] = counter
        guard fires else { return nil }
        // The draw for odds and the roll for details differ, or a rule with odds would always roll low.
        var details = StableHash(seed: roll)
        details.combine(1)
        return FiredFault(rule: rule.name, fault: rule.fault, nth: nth, item: event.item, roll: details.value)
    }

    private func decisionHash(_ rule: String, _ event: OperationEvent, _ nth: Int) -> UInt64 {
        var hash = StableHash(seed: seed)
        hash.combine(rule)
        hash.combine(event.item.rawValue)
        hash.combine(event.operation.rawValue)
        hash.combine(UInt64(nth))
        return hash.value
    }
}

// MARK: While it runs

extension FaultEngine {
    /// A rule that the mount doesn't have, or has already.
    package enum RuleError: Error, Hashable, Sendable {
        case unknown(String)
        case duplicate(String)
    }

    package func rule(named name: String) -> Rule? { rules.first { $0.name == name } }

    /// Adds rules after those that are there.
    /// - Throws: `RuleError.duplicate`, and then none is added.
    package mutating func add(_ added: [Rule]) throws(RuleError) {
        var names = Set(rules.map(\.name))
        for rule in added {
            guard names.insert(rule.name).inserted else { throw .duplicate(rule.name) }
        }
        change(to: rules + added, keeping: tallies + added.map { _ in Tally() })
    }

    /// - Throws: `RuleError.unknown`.
    package mutating func remove(named name: String) throws(RuleError) {
        guard let position = rules.firstIndex(where: { $0.name == name }) else { throw .unknown(name) }
        var rules = rules
        var tallies = tallies
        rules.remove(at: position)
        tallies.remove(at: position)
        change(to: rules, keeping: tallies)
        counters = counters.filter { $0.key.rule != name }
        armed[name] = nil
    }

    /// The rules that the mount began with, with all counters at nothing.
    package mutating func reset() {
        counters = [:]
        armed = [:]
        change(to: initialRules, keeping: initialRules.map { _ in Tally() })
    }

    /// Makes a rule fire at its next match, whatever its trigger says.
    /// - Throws: `RuleError.unknown`.
    package mutating func arm(_ name: String, times: Int = 1) throws(RuleError) {
        guard rules.contains(where: { $0.name == name }) else { throw .unknown(name) }
        armed[name, default: 0] += times
    }

    private mutating func change(to rules: [Rule], keeping tallies: [Tally]) {
        self.rules = rules
        self.tallies = tallies
        index = RuleIndex(rules)
        generation += 1
    }

    /// The rules that fire by the clock, with their moment after the mount: whoever keeps a timer decides an event
    /// with the operation `clock` for each item that they match.
    package var scheduled: [(rule: Rule, after: Duration)] {
        rules.filter { $0.operations.contains(.clock) }.map { ($0, $0.trigger.after ?? .zero) }
    }

    /// How often each rule matched and fired, in order.
    package var statistics: [(rule: Rule, matched: Int, fired: Int)] {
        zip(rules, tallies).map { ($0, $1.matched, $1.fired) }
    }
}
