import Arguments
import FileCoordination

extension WorkloadCommands {
    private static let processes = Option<Int>("processes", help: "How many.", minimum: 1)
    private static let accesses = Option<Int>("count", help: "How many accesses each makes.", minimum: 1)
    private static let killed = Option<Int>("kill", help: "How many are killed meanwhile.", minimum: 0)
    private static let first = Option<UInt64>("seed", help: "The first process's seed; the others' follow.")

    static let claims = Command(
        name: "claims", abstract: "let many processes coordinate their access to a few items, and count",
        options: [processes, accesses, killed, first],
        operands: [Operand("FOLDER", help: "Its first four files are used; they are not changed.")]
    ) { invocation in
        let crowd = ClaimingCrowd(
            folder: URL(fileURLWithPath: invocation.operand("FOLDER")), processes: invocation[processes] ?? 100,
            accesses: invocation[accesses] ?? 5, killed: invocation[killed] ?? 0,
            seed: invocation[first] ?? .random(in: 1...999_999))
        print(try crowd.run())
        return .success
    }

    /// One process of `claims`.
    static let claim = Command(
        name: "claim", abstract: "coordinate access to a few items", options: [accesses, first],
        operands: [
            Operand("FOLDER", help: "Where the items are."), Operand("COUNTERS", help: "Where their counters are."),
        ]
    ) { invocation in
        let folder = URL(fileURLWithPath: invocation.operand("FOLDER"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().prefix(4)
        var process = try ClaimingProcess(
            items: names.map(folder.appendingPathComponent),
            counters: URL(fileURLWithPath: invocation.operand("COUNTERS")), seed: invocation[first] ?? 1)
        try process.run(accesses: invocation[accesses] ?? 5)
        return .success
    }
}
