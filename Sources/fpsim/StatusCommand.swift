import Arguments
import ControlProtocol
import FoundationEssentials

enum StatusCommand {
    private static let json = Flag("json", help: "Print the state as JSON.")

    static let command: Command = .init(
        name: "status", abstract: "show what a mount is doing",
        options: [json],
        operands: [Operand("MOUNTPOINT", help: "Where it is mounted, or a path below.", completion: .directory)],
        examples: [
            .init("fpsim status /mnt/p", "state and rules"), .init("fpsim status --json /mnt/p", "for programs"),
        ]
    ) { invocation in
        let connection = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
        let status = try connection.call(StatusRequest())
        if invocation[json] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(status), as: UTF8.self))
        } else {
            print(StatusText.text(status))
        }
        return .success
    }
}

/// A mount's state for people.
enum StatusText {
    static func text(_ status: StatusRequest.Response) -> String {
        var lines = [
            "\(status.provider.escapingControls) on \(status.mountpoint.escapingControls) (process \(status.processIdentifier))",
            "  source     \(status.source.escapingControls)",
        ]
        if let about = status.about { lines.append("  about      \(about.escapingControls)") }
        lines += [
            "  scope      \(status.scopeRequired ? "required" : "none"), profile \(status.profile), seed \(status.seed)",
            "  network    \(status.isOffline ? "offline" : "online")",
            "  items      \(status.knownItems) known, \(status.datalessItems) dataless, \(status.runningDownloads) downloading",
            "  access     \(status.grants) scopes, \(status.heldClaims) claims held, \(status.waitingClaims) waiting",
            "  callers    \(status.heldRequests) waiting, \(status.connections) connections, \(status.findings) findings",
        ]
        let reading = status.passesThrough ? "native where no rule watches" : "by the provider"
        lines.append("  reading    \(reading), \(status.nativeFiles) files open natively")
        if status.droppedTraceEvents > 0 { lines.append("  trace      \(status.droppedTraceEvents) events dropped") }
        if let failure = status.traceFailure { lines.append("  trace      ended: it can't be written: \(failure)") }
        if !status.rules.isEmpty { lines.append("  rules") }
        lines += status.rules.map(rule)
        if status.ruleCount > status.rules.count {
            lines.append("    and \(status.ruleCount - status.rules.count) more: fpsim rules \(status.mountpoint)")
        }
        return lines.joined(separator: "\n")
    }

    static func rule(_ rule: StatusRequest.Rule) -> String {
        let holding = rule.holding > 0 ? ", holds \(rule.holding)" : ""
        let counts = "matched \(rule.matched), fired \(rule.fired)\(holding)"
        return "    \(rule.name.escapingControls): \(rule.fault), \(counts)\(rule.isOptional ? " (optional)" : "")"
    }
}
