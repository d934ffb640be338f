import Arguments
import ControlProtocol
import SystemIO

/// The rules of a live mount.
enum RuleCommands {
    static let all: [Command] = [rules, fire, release, lift, WaitCommand.command]

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
        let at = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
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

    private static let limit = 512 << 10

    private static func text(of file: String) throws -> String {
        let bytes: [UInt8]
        do {
            bytes =
                file == "-"
                ? try FileDescriptor.standardInput.readToEnd(limit: limit)
                : try NamedFile.content(of: file, limit: limit)
        } catch let error as Errno where error == .fileTooLarge {
            throw CommandFailure(
                .badData, "\(file): it has more than 512 KiB, which a mount doesn't take while it lives",
                remedy: "Add it in parts, or mount with --config.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badData, "\(file): it isn't UTF-8", remedy: "fpsim check says where.")
        }
        return text
    }

    private static let fire: Command = .init(
        name: "fire", abstract: "make a rule fire by hand: at once, or at the next call that it matches",
        operands: [mountPoint, ruleOperand],
        examples: [.init("fpsim fire /mnt/p 'moves away'", "now, whatever its triggers say")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
        _ = try at.call(FireRequest(rule: invocation.operand("RULE")))
        return .success
    }

    private static let release: Command = .init(
        name: "release", abstract: "let those go on whom a rule holds now", operands: [mountPoint, ruleOperand],
        examples: [.init("fpsim release /mnt/p 'stalls at 40 percent'", "prints how many went on")]
    ) { invocation in
        let at = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
        print(try at.call(ReleaseRequest(rule: invocation.operand("RULE"))).released)
        return .success
    }

    private static let lift: Command = .init(
        name: "lift", abstract: "end all faults: from now on the provider behaves", operands: [mountPoint],
        examples: [.init("fpsim lift /mnt/p", "does the importer recover now?")]
    ) { invocation in
        _ = try MountConnection(invocation.operandBytes("MOUNTPOINT")).call(LiftRequest())
        return .success
    }
}
