import Arguments
import ControlProtocol
import FaultInjection

/// A barrier for tests.
enum WaitCommand {
    private static let timeout = Option<Duration>("timeout", help: "How long to wait at most (default: 30s).")
    private static let count = Option<Int>("count", help: "How many; percent, for downloaded (default: 1, or 100).")
    private static let rule = Option<String>("rule", placeholder: "NAME", help: "Only of this rule.", completion: .none)
    private static let path = Option<String>(
        "path", placeholder: "PATH", help: "Only of this item: on the mount, or else relative to its root.")
    private static let operation = Option<String>(
        "operation", oneOf: Operation.allCases.map(\.rawValue), placeholder: "OP", help: "Only calls of this operation."
    )
    private static let yetToCome = Flag("yet-to-come", help: "The item of --path need not be there yet.")

    /// A condition, and the options that narrow it.
    private struct Barrier {
        let name: String
        let condition: WaitRequest.Condition
        var options: [String] = []
        var needsPath = false
    }

    private static let barriers: [Barrier] = [
        Barrier(name: "held", condition: .held, options: ["count", "rule", "path", "operation"]),
        Barrier(name: "fired", condition: .fired, options: ["count", "rule"]),
        Barrier(name: "claims-waiting", condition: .claimsWaiting, options: ["count"]),
        Barrier(name: "claims-held", condition: .claimsHeld, options: ["count"]),
        Barrier(name: "downloaded", condition: .downloaded, options: ["count", "path"], needsPath: true),
        Barrier(name: "materialized", condition: .materialized, options: ["path"], needsPath: true),
        Barrier(name: "quiet", condition: .quiet),
    ]

    static let command: Command = .init(
        name: "wait", abstract: "wait until something is so on a mount: a barrier for tests",
        discussion: """
            CONDITION is held (calls wait), fired (a rule fired), claims-waiting, claims-held, downloaded (so many \
            percent of an item are here), materialized, or quiet (nobody waits). Exit code 1 when the time is up, and \
            66 where --path leads nowhere.
            """,
        options: [count, rule, path, operation, yetToCome, timeout],
        operands: [
            Operand("MOUNTPOINT", help: "A mount of fpsim.", completion: .directory),
            Operand("CONDITION", help: "What to wait for.", completion: .choices(barriers.map(\.name))),
        ],
        examples: [
            .init("fpsim wait /mnt/p held --operation read --count 3", "until the third read is held"),
            .init("fpsim wait /mnt/p downloaded --path a.pdf --count 40", "until 40 % are here"),
        ]
    ) { invocation in
        let name = invocation.operand("CONDITION")
        guard let barrier = barriers.first(where: { $0.name == name }) else {
            throw UsageError("there is no condition '\(name)'", path: invocation.path)
        }
        try check(invocation, barrier)
        let limit = invocation[timeout] ?? .seconds(30)
        let at = try MountConnection(
            invocation.operandBytes("MOUNTPOINT"), deadline: max(.milliseconds(100), min(.seconds(10), limit)))
        let item = try invocation.bytes(of: path).map { try MountPath.on(at.mount, $0) }
        _ = try at.call(
            WaitRequest(
                condition: barrier.condition, rule: invocation[rule], operation: invocation[operation], path: item,
                count: invocation[count], deadlineMilliseconds: Int(limit / .milliseconds(1)),
                mustExist: !invocation[yetToCome]), deadline: limit + .seconds(10))
        return .success
    }

    /// An option that the condition knows nothing of would be a wait for something else.
    private static func check(_ invocation: Invocation, _ barrier: Barrier) throws {
        let given = [
            ("count", invocation[count] != nil), ("rule", invocation[rule] != nil), ("path", invocation[path] != nil),
            ("operation", invocation[operation] != nil),
        ].filter(\.1).map(\.0)
        if let stray = given.first(where: { !barrier.options.contains($0) }) {
            throw UsageError("option --\(stray) says nothing about '\(barrier.name)'", path: invocation.path)
        }
        if barrier.needsPath, invocation[path] == nil {
            throw UsageError("'\(barrier.name)' needs --path: of which item?", path: invocation.path)
        }
    }
}
