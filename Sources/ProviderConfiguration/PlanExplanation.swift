import FaultInjection
import ProviderModel

/// A plan in plain words.
package struct PlanExplanation {
    private let plan: ProviderPlan

    package init(_ plan: ProviderPlan) {
        self.plan = plan
    }

    package var text: String {
        var lines = ["\(plan.provider)" + (plan.about.map { ": \($0)" } ?? "")]
        lines.append(scope)
        lines += plan.items.map(start)
        lines += plan.documents.map(document)
        if plan.rules.isEmpty { lines.append("Nothing goes wrong.") }
        for (number, rule) in plan.rules.enumerated() {
            lines.append("\(number + 1). \(sentence(rule))")
        }
        if !plan.expectations.isEmpty {
            lines.append("A right importer:")
            lines += plan.expectations.map { "  \(expectation($0))" }
        }
        lines += plan.reported.map { "Reported: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var scope: String {
        switch plan.scope {
        case .none: return "No security scope is needed."
        case .required:
            let profile =
                switch plan.profile {
                case .strict: "without one neither looking nor opening works"
                case .lax: "without one looking works, opening doesn't"
                case .mac: "as on macOS, without one looking works, opening doesn't"
                }
            let cap = plan.grantLimit == 2000 ? "" : ", and a process may hold \(plan.grantLimit) at once"
            return "A security scope is needed; \(profile)\(cap)."
        }
    }

    private func start(_ item: ItemRule) -> String {
        switch item.state {
        case .materialized: return "\(item.match) is there."
        case .dataless:
            var details: [String] = []
            if item.download.latency > .zero { details.append("after \(item.download.latency.unitText)") }
            if let rate = item.download.bandwidth { details.append("at \(rate)") }
            let how = details.isEmpty ? "" : ", " + details.joined(separator: " and ")
            return "\(item.match) is dataless: its content comes when it is asked for\(how)."
        }
    }

    private func document(_ request: DocumentRequest) -> String {
        let what =
            switch request.content {
            case .copy(let path): "a copy of \(path)"
            case .pdf(let size): "a PDF of \(size)"
            case .bytes(.zero): "an empty file"
            case .bytes(let size): "\(size) that are no document"
            case .folder: "a folder"
            }
        return "A trial adds '\(request.path)': \(what)."
    }

    private func sentence(_ rule: Rule) -> String {
        let operations = rule.operations.operations.map(\.rawValue).joined(separator: " or ")
        let path = rule.path.map { " of \($0)" } ?? ""
        var parts = ["at \(occasions(rule.trigger))\(operations)\(path)"]
        let trigger = rule.trigger
        if !trigger.conditions.isEmpty {
            parts.append("while \(trigger.conditions.conditions.map(\.rawValue).joined(separator: " and "))")
        }
        if !trigger.processes.isEmpty { parts.append("by \(trigger.processes.joined(separator: " or "))") }
        if let bytes = trigger.afterBytes { parts.append("once \(bytes) went through") }
        if let place = trigger.atOffset { parts.append("at \(place) of the content") }
        if let least = trigger.atLeast { parts.append("that asks for \(least) or more") }
        if let after = trigger.after { parts.append("\(after.unitText) or more after the mount") }
        if let until = trigger.until { parts.append("less than \(until.unitText) after the mount") }
        if let lasting = trigger.lasting { parts.append("for \(lasting.unitText) from the first match on") }
        if let odds = trigger.odds { parts.append("with odds of \(odds)") }
        if let times = trigger.times { parts.append("at most \(times) time\(times == 1 ? "" : "s")") }
        if trigger.byHand { parts.append("only when told to") }
        let optional = rule.isOptional ? " It need not happen." : ""
        return
            "\(rule.name): \(parts.joined(separator: ", ")), \(rule.fault.spelling). \(rule.fault.kind.entry.about)\(optional)"
    }

    private func occasions(_ trigger: Trigger) -> String {
        let each = trigger.counting == .perItem ? "each item's" : "the rule's"
        if !trigger.nth.isEmpty {
            return "\(each) match \(trigger.nth.map(\.description).joined(separator: ", ")) of "
        }
        if let every = trigger.every, every > 1 { return "every \(every) of \(each) matches of " }
        return "every "
    }

    private func expectation(_ expected: Expectation) -> String {
        var text = "\(expected.document): \(expected.outcome.rawValue)"
        if let phase = expected.phase { text += " in phase \(phase.rawValue)" }
        if let isRetryable = expected.isRetryable {
            text += isRetryable ? ", a retry may help" : ", a retry can't help"
        }
        if let retry = expected.retry { text += ", a second try: \(retry.rawValue)" }
        if let state = expected.reference { text += ", a reference to it after a relaunch: \(state.rawValue)" }
        return text
    }
}
