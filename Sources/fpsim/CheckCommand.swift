import Arguments
import ProviderConfiguration

enum CheckCommand {
    private static let explain = Flag("explain", help: "Say in plain words what each config will do.")
    private static let json = Flag("json", help: "Print the result as JSON.")
    private static let schema = Flag("schema", help: "Print the JSON Schema of provider-configs, for editors.")
    private static let together = Flag("together", help: "Check the files as one plan, as `mount` reads several.")

    static let command: Command = .init(
        name: "check", abstract: "check provider-configs",
        discussion: """
            Shows everything that is wrong with each file at once: file, line, column, what is wrong, and the nearest \
            known word. A FILE that is no path is looked up among the configs that come with the program.
            """,
        options: [explain, json, schema, together],
        operands: [Operand("FILE", .any, help: "A provider-config, by path or by name.")],
        examples: [
            .init("fpsim check onedrive.yaml", "show all mistakes"),
            .init("fpsim check --explain stalls-for-ever", "say what it does"),
            .init("fpsim check --schema > fpsim.schema.json", "for an editor"),
        ]
    ) { invocation in
        if invocation[schema] {
            print(ConfigurationSchema.text, terminator: "")
            return .success
        }
        let files = invocation.operandList("FILE")
        guard !files.isEmpty else {
            throw CommandFailure(.usage, "no FILE to check", remedy: "Name one, or ask for --schema.")
        }
        let groups = invocation[together] ? [files] : files.map { [$0] }
        let results = groups.map(load)
        if invocation[json] {
            print(CheckReport.json(results).text())
        } else {
            for result in results { report(result, explaining: invocation[explain]) }
        }
        if results.contains(where: { $0.missing != nil }) { return .noInput }
        return results.allSatisfy { $0.outcome?.plan != nil } ? .success : .badData
    }

    /// What is asked for and isn't there is one result of several.
    private static func load(_ names: [String]) -> CheckReport.Result {
        do {
            return CheckReport.Result(names: names, outcome: try ProviderConfigs.load(names), missing: nil)
        } catch {
            return CheckReport.Result(
                names: names, outcome: nil, missing: (error as? CommandFailure)?.message ?? "\(error)")
        }
    }

    private static func report(_ result: CheckReport.Result, explaining: Bool) {
        guard let outcome = result.outcome else {
            return Console.printError(result.missing ?? "", path: ["fpsim", "check"])
        }
        let names = result.names
        for problem in outcome.problems { Console.warn(problem.description) }
        let name = names.joined(separator: ", ")
        guard let plan = outcome.plan else {
            print("\(name): \(ProviderConfigs.count(outcome.errors.count, "error"))")
            return
        }
        if explaining {
            print(PlanExplanation(plan).text, terminator: names.isEmpty ? "" : "\n")
        } else {
            print("\(name): ok, \(ProviderConfigs.count(plan.rules.count, "rule"))")
        }
    }
}

/// What `fpsim check --json` prints.
enum CheckReport {
    struct Result {
        let names: [String]
        /// nil: there is no such file or config.
        let outcome: PlanLoader.Outcome?
        let missing: String?
    }

    static func json(_ results: [Result]) -> JSONText {
        .object([
            (
                "configs",
                .array(
                    results.map { result in
                        .object([
                            ("files", .array(result.names.map { .string($0) })),
                            ("ok", .truth(result.outcome?.plan != nil)),
                            ("provider", result.outcome?.plan.map { .string($0.provider) } ?? .null),
                            ("rules", result.outcome?.plan.map { .array($0.rules.map { .string($0.name) }) } ?? .null),
                            ("problems", .array(result.outcome?.problems.map(problem) ?? [])),
                            ("missing", result.missing.map { .string($0) } ?? .null),
                        ])
                    })
            )
        ])
    }

    private static func problem(_ problem: ConfigurationProblem) -> JSONText {
        .object([
            ("severity", .string(problem.severity.rawValue)), ("file", .string(problem.position.file)),
            ("line", .number(problem.position.line)), ("column", .number(problem.position.column)),
            ("message", .string(problem.message)),
            ("suggestion", problem.suggestion.map { .string($0) } ?? .null),
        ])
    }
}
