import Arguments
import ControlProtocol
import FoundationEssentials

enum FindingsCommand {
    private static let json = Flag("json", help: "Print one JSON object for each finding.")
    private static let strict = Flag("strict", help: "Exit 1 if there is any.")

    static let command: Command = .init(
        name: "findings", abstract: "show how file access was misused on a mount",
        discussion: """
            Access that works by luck, or not at all on a device: reads outside a scope or outside coordination, the \
            original URL used where the accessor was given another, scopes and claims that don't balance, a blocked \
            main thread. Each with its process, item and time.
            """,
        options: [json, strict],
        operands: [Operand("MOUNTPOINT", help: "Where it is mounted, or a path below.", completion: .directory)],
        examples: [.init("fpsim findings /mnt/p", "what an app did wrong")]
    ) { invocation in
        let mount = try MountConnection(invocation.operandBytes("MOUNTPOINT"))
        var findings: [Finding] = []
        while true {
            let more = try mount.call(FindingsRequest(from: findings.count)).findings
            findings += more
            if more.count < FindingsRequest.most { break }
        }
        for finding in findings {
            print(invocation[json] ? try FindingText.json(finding) : FindingText.line(finding))
        }
        if findings.isEmpty, !invocation[json] { print("no findings") }
        return invocation[strict] && !findings.isEmpty ? .failure : .success
    }
}

/// A finding for people and for programs.
enum FindingText {
    static func line(_ finding: Finding) -> String {
        let milliseconds = finding.time / 1_000_000
        let detail = finding.detail.map { ": \($0)" } ?? ""
        return "\(milliseconds) ms  \(finding.kind.rawValue)  '\(finding.path)'  "
            + "\(finding.process) (\(finding.processIdentifier))\(detail)"
    }

    static func json(_ finding: Finding) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(finding), as: UTF8.self)
    }
}
