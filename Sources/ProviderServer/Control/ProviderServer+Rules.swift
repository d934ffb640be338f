import ControlProtocol
import FUSE
import FaultInjection
import ProviderConfiguration
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    func changeRules(_ request: RulesRequest, _ answer: ControlAnswer) {
        do throws(FaultEngine.RuleError) {
            switch request.action {
            case .list: break
            case .add:
                let loaded = PlanLoader(objection: FaultSupport.objection).load(
                    rules: Array((request.yaml ?? "").utf8), name: "rules")
                let errors = loaded.problems.filter { $0.severity == .error }
                guard errors.isEmpty else {
                    let text = errors.map(\.description).joined(separator: "\n")
                    return answer.refuse(.conversation(.badRules, text))
                }
                try engine.add(loaded.rules)
                isLifted = false
            case .remove:
                try engine.remove(named: request.name ?? "")
                // A later rule of that name is another rule.
                firedCounts[request.name ?? ""] = nil
            case .reset:
                engine.reset()
                firedCounts = [:]
                throttles = [:]
                quotas = [:]
                isLifted = false
            }
        } catch {
            switch error {
            case .unknown(let name): return answer.refuse(noSuchRule(name))
            case .duplicate(let name):
                return answer.refuse(.conversation(.badRules, "There is a rule named '\(name)' already."))
            }
        }
        if request.action != .list { rulesChangedAtRunTime(request.action.rawValue, request.name) }
        let start = max(0, request.from ?? 0)
        let shown = ruleStatus(from: start)
        let next = start + shown.count
        answer.okWhenSeen(
            RulesRequest.Response(
                rules: shown, next: next < engine.rules.count ? next : nil, nativeFiles: nativeFileCount))
    }

    func noSuchRule(_ name: String) -> ControlFailure {
        .conversation(.noSuchRule, "There is no rule named '\(name)'.")
    }

    /// Rules came or went while the mount lives: whoever is held by a rule that is gone goes on, and what the kernel
    /// remembers of paths that a rule concerns now is taken back.
    private func rulesChangedAtRunTime(_ action: String, _ name: String?) {
        rulesChanged()
        releaseUnruled()
        scheduleClockRules()
        takeBackWhatRulesConcern()
        takeBackListings()
        var event = TraceEvent(.provider)
        event.action = "rules-\(action)"
        event.rule = name
        record(event)
        checkWaits()
    }

    private func releaseUnruled() {
        let names = Set(engine.rules.map(\.name))
        endHolds(.over) { entry in
            if case .rule(let rule) = entry.reason { !names.contains(rule) } else { false }
        }
        for node in Array(downloads.timers.keys) {
            guard let rule = items[node]?.download?.stalledBy, !names.contains(rule) else { continue }
            change(node) { item in item.updateDownload { $0.lift(at: now) } }
            continueDownload(node)
        }
    }

    private func takeBackWhatRulesConcern() {
        guard !engine.rules.isEmpty else { return }
        for node in nodes.all where !candidates(node).isEmpty {
            contentChanged(node)
            if node != .root { notifier?.send(.name(nodes.name(of: node), nodes.parent(of: node))) }
        }
    }

    /// No more faults at all, and nobody waits for one: from here on the provider behaves.
    func lift() {
        isLifted = true
        ruledOperations = []
        nodes.forgetCandidates()
        for node in itemExtras.keys where itemExtras[node]?.growth != nil || itemExtras[node]?.lenses.isEmpty == false {
            extra(node) { extra in
                extra.growth = nil
                extra.lenses = []
            }
            change(node) { $0.truncatedAt = nil }
            contentChanged(node)
        }
        for availability in Availability.allCases where provider.conditions[availability]?.rule != nil {
            end(availability)
        }
        scopes.forgetRevocations()
        throttles = [:]
        quotas = [:]
        releaseHeldClaims()
        endHolds(.over) { entry in
            if case .rule = entry.reason { true } else { false }
        }
        liftDownloads()
        for file in openFiles.all { file.lenses = [] }
        var event = TraceEvent(.provider)
        event.action = "lifted"
        record(event)
        checkWaits()
    }

    /// Lets go what a rule holds now.
    func release(rule: String) -> Int {
        let readers = stalledReadersByRule[rule] ?? 0
        _ = releaseDownloads(stalledBy: rule)
        let held = endHolds(.over) { $0.reason == .rule(rule) }
        if provider.conditions[.hung]?.rule == rule { end(.hung) }
        return held + readers + releaseHeldClaims(of: rule)
    }

    /// Fires a rule by hand: at once for every item that it concerns where its fault needs no call, else at the next
    /// call that matches.
    func fire(_ request: FireRequest, _ answer: ControlAnswer) {
        guard let rule = engine.rule(named: request.rule) else { return answer.refuse(noSuchRule(request.rule)) }
        if rule.fault.kind.actsByItself {
            actByItself(rule)
        } else {
            try? engine.arm(rule.name)
        }
        answer.done()
    }

    /// Carries a rule's fault out on the items that its path matches, though nobody called.
    func actByItself(_ rule: Rule, operation: Operation = .clock) {
        for node in nodesMatching(rule.path) {
            let subject = subject(node)
            let fired = FiredFault(
                rule: rule.name, fault: rule.fault, nth: (firedCounts[rule.name] ?? 0) + 1, item: subject.item,
                roll: StableHash.roll(seed, rule.name, subject.item))
            record(fired, subject, operation: operation, nil)
            let gated = GatedCall(
                Call(operation, node, threadID: 0), subject, process: nil, faults: [], interrupts: { _ in },
                finish: { _ in })
            _ = carryOut(fired, gated)
        }
    }

    /// The items that a pattern matches now; the root for a rule about no path.
    private func nodesMatching(_ pattern: PathPattern?) -> [NodeID] {
        guard let pattern else { return [.root] }
        if let path = pattern.literalPath { return resolve(path: path).map { [$0] } ?? [] }
        return walk().filter { pattern.matches(nodes.pathText(of: $0)) }
    }

    // MARK: Rules that need no call

    /// Rules about the beginning of the mount, before any call.
    func fireMountRules() {
        for rule in engine.rules where rule.operations.contains(.mount) && !rule.trigger.byHand {
            actByItself(rule, operation: .mount)
        }
        scheduleClockRules()
    }

    private func scheduleClockRules() {
        for (rule, after) in engine.scheduled where !clockRules.contains(rule.name) {
            clockRules.insert(rule.name)
            loop.schedule(at: clock.deadline(.zero + after)) { [unowned self] in
                guard !isLifted, engine.rule(named: rule.name) != nil, !rule.trigger.byHand else { return }
                actByItself(rule)
            }
        }
    }
}

extension StableHash {
    static func roll(_ seed: UInt64, _ rule: String, _ item: ItemIdentifier) -> UInt64 {
        var hash = StableHash(seed: seed)
        hash.combine(rule)
        hash.combine(item.rawValue)
        return hash.value
    }
}

extension Fault.Kind {
    /// Whether the fault can change what another name than the item's own leads to.
    var movesThings: Bool {
        switch self {
        case .move, .rename, .renameParent, .delete, .trash, .changeCase, .changeNormalization, .replace: true
        default: false
        }
    }

    /// Whether the fault does something to an item or the provider, and not to a call.
    var actsByItself: Bool {
        switch self {
        case .move, .rename, .renameParent, .delete, .trash, .changeCase, .changeNormalization, .replace, .newIdentity,
            .evict, .revokeScope, .holdClaim, .goOffline, .signOut, .warmUp, .hang, .die, .restart, .grow, .shrink,
            .loseUnsynced:
            true
        default: false
        }
    }
}
