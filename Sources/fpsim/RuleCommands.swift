import Arguments
import ControlProtocol
import SystemIO

/// The rules of a live mount.
enum RuleCommands {
    static let all: [Command] = [rules, fire, release, lift, wait]

    private static let mountPoint = Operand("MOUNTPOINT", help: "A mount of fpsim.", completion: .directory)
    private static let ruleOperand = Operand("RULE", help: "The rule's name.", completion: .none)

    private static let rules: Command = .init(
        name: "rules", abstract: "list a mount's rules, or change them while it lives",
        discussion: """
            ACTION is list, add (ARGUMENT is a file with rules, or - for standard input), remove (ARGUMENT is the \
            rule's name) or reset (back to what the mount began with, counters at zero). Whoever is held by a rule \
            that goes away goes on at once.
            """,
        operands: [
            mountPoint,
            Operand(
                "ACTION", .optional, help: "list, add, remove or reset.",
                completion: .choices(["list", "add", "remove", "reset"])),
            Operand("ARGUMENT", .optional, help: "A file, or a rule's name."),
        ],
        examples: [
            .init("fpsim rules /mnt/p", "how often each fired"),
            .init("fpsim rules /mnt/p add more.yaml", "from now on"),
            .init("fpsim rules /mnt/p remove 'stalls at 40 percent'", "whom it holds goes on"),
        ]
    ) { invocation in
        let at = try MountConnection(invocation.operand("MOUNTPOINT"))
        let argument = invocation.optionalOperand("ARGUMENT")
        let request: RulesRequest
        switch invocation.optionalOperand("ACTION") ?? "list" {
        case "list": request = RulesRequest(action: .list)
        case "reset": request = RulesRequest(action: .reset)
        case "add":
            guard let argument else { throw CommandFailure(.usage, "add needs a FILE") }
            request = RulesRequest(action: .add, yaml: try text(of: argument))
        case "remove":
            guard let argument else { throw CommandFailure(.usage, "remove needs a rule's NAME") }
            request = RulesRequest(action: .remove, name: argument)
        case let action:
            throw CommandFailure(.usage, "there is no action '\(action)'", remedy: "Use list, add, remove or reset.")
        }
        let response = try at.call(request)
        for rule in response.rules { print(StatusText.rule(rule).dropFirst(4)) }
        var next = response.next
        while let place = next {
            let page = try at.call(RulesRequest(action: .list, from: place))
            for rule in page.rules { print(StatusText.rule(rule).dropFirst(4)) }
            next = page.next
        }
        if request.action == .add, response.nativeFiles > 0 {
            Console.warn(
                "\(ProviderConfigs.count(response.nativeFiles, "file")) opened before stay as they are until they are closed."
            )
        }
        return .success
    }

    private static func text(of file: String) throws -> String {
        do throws(Errno) {
            if file == "-" {
                return String(decoding: try FileDescriptor.standardInput.readToEnd(limit: 512 << 10), as: UTF8.self)
            }
            // The descriptor has a name so that it stays open while it is read.
            let descriptor = try FileDescriptor.workingDirectory.open(file, [.readOnly])
            let bytes = try descriptor.borrowed.readToEnd(limit: 512 << 10)
            return String(decoding: bytes, as: UTF8.self)
        } catch Errno.fileTooLarge {
            throw CommandFailure(
                .badData, "\(file): it has more than 512 KiB, which a mount doesn't take while it lives",
                remedy: "Add it in parts, or mount with --config.")
        } catch {
            throw CommandFailure(.noInput, "\(file): \(error)")
        }
    }

    private static let fire: Command = .init(
        name: "fire", abstract: "make a rule fire by hand: at once, or at the next call that it matches",
        operands: [mountPoint, ruleOperand],
        examples: [.init("fpsim fire /mnt/p 'moves away'", "now, whatever its triggers say")]
    ) { invocation in
        let at = try MountConnection(invocation.operand("MOUNTPOINT"))
        _ = try at.call(FireRequest(rule: invocation.operand("RULE")))
        return .success
    }

    private static let release: Command = .init(
        name: "release", abstract: "let those go on whom a rule holds now", operands: [mountPoint, ruleOperand],
        examples: [.init("fpsim release /mnt/p 'stalls at 40 percent'", "prints how many went on")]
    ) { invocation in
        let at = try MountConnection(invocation.operand("MOUNTPOINT"))
        print(try at.call(ReleaseRequest(rule: invocation.operand("RULE"))).released)
        return .success
    }

    private static let lift: Command = .init(
        name: "lift", abstract: "end all faults: from now on the provider behaves", operands: [mountPoint],
        examples: [.init("fpsim lift /mnt/p", "does the importer recover now?")]
    ) { invocation in
        _ = try MountConnection(invocation.operand("MOUNTPOINT")).call(LiftRequest())
        return .success
    }

    // MARK: Waiting

    private static let timeout = Option<Duration>("timeout", help: "How long to wait at most (default: 30s).")
    private static let count = Option<Int>("count", help: "How many; percent, for downloaded (default: 1, or 100).")
    private static let rule = Option<String>("rule", placeholder: "NAME", help: "Only of this rule.", completion: .none)
    private static let path = Option<String>(
        "path", placeholder: "PATH", help: "Only of this item: a path relative to the mount's root.")
    private static let operation = Option<String>(
        "operation", placeholder: "OP", help: "Only calls of this operation.", completion: .none)

    private static let conditions: [(name: String, condition: WaitRequest.Condition)] = [
        ("held", .held), ("fired", .fired), ("claims-waiting", .claimsWaiting), ("claims-held", .claimsHeld),
        ("downloaded", .downloaded), ("materialized", .materialized), ("quiet", .quiet),
    ]

    private static let wait: Command = .init(
        name: "wait", abstract: "wait until something is so on a mount: a barrier for tests",
        discussion: """
            CONDITION is held (calls wait), fired (a rule fired), claims-waiting, claims-held, downloaded (so many \
            percent of an item are here), materialized, or quiet (nobody waits). Exit code 1 when the time is up.
            """,
        options: [count, rule, path, operation, timeout],
        operands: [
            mountPoint,
            Operand("CONDITION", help: "What to wait for.", completion: .choices(conditions.map(\.name))),
        ],
        examples: [
            .init("fpsim wait /mnt/p held --operation read --count 3", "until the third read is held"),
            .init("fpsim wait /mnt/p downloaded --path a.pdf --count 40", "until 40 % are here"),
        ]
    ) { invocation in
        let name = invocation.operand("CONDITION")
        guard let condition = conditions.first(where: { $0.name == name })?.condition else {
            throw CommandFailure(
                .usage, "there is no condition '\(name)'",
                remedy: "Use one of: \(conditions.map(\.name).joined(separator: ", ")).")
        }
        let at = try MountConnection(invocation.operand("MOUNTPOINT"))
        let limit = invocation[timeout] ?? .seconds(30)
        _ = try at.call(
            WaitRequest(
                condition: condition, rule: invocation[rule], operation: invocation[operation],
                path: invocation[path].map { ControlPath($0) }, count: invocation[count],
                deadlineMilliseconds: Int(limit / .milliseconds(1))), deadline: limit + .seconds(10))
        return .success
    }
}
