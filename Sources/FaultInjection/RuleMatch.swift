import ProviderModel

/// Whether a rule sees an operation at all. Counting and triggers come after.
enum RuleMatch {
    static func holds(_ rule: Rule, _ event: OperationEvent) -> Bool {
        let trigger = rule.trigger
        guard rule.operations.contains(event.operation) else { return false }
        guard event.conditions.isSuperset(of: trigger.conditions) else { return false }
        if let after = trigger.after, event.sinceMount < after { return false }
        if let until = trigger.until, event.sinceMount >= until { return false }
        if let bytes = trigger.afterBytes, event.bytesSoFar < bytes.rawValue { return false }
        if !trigger.processes.isEmpty {
            guard let process = event.process, trigger.processes.contains(process) else { return false }
        }
        if let path = rule.path {
            guard path.matches(event.path) || event.otherPath.map(path.matches) ?? false else { return false }
        }
        switch event.operation {
        case .read, .write: return touches(rule, event)
        default: return true
        }
    }

    /// Content faults and `at-offset` are about the requests that reach their place, not about those before it.
    private static func touches(_ rule: Rule, _ event: OperationEvent) -> Bool {
        let end = event.offset + max(event.length, 1)
        if let least = rule.trigger.atLeast, event.length < least.rawValue { return false }
        if let place = rule.trigger.atOffset?.offset(inSize: event.itemSize), event.offset > place || end <= place {
            return false
        }
        if let reach = rule.fault.reach?.offset(inSize: event.itemSize), end <= reach { return false }
        return true
    }
}
