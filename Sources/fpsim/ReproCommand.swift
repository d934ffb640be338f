import Arguments
import Reporting
import Soak
import Trials

enum ReproCommand {
    private static let recorded = Flag(
        "run-recorded", help: "Run the importer that the folder names. Only for a folder that you trust.")
    private static let repetitions = Option<Int>(
        "repeat", help: "Run it so many times (default: as many as it takes to show up).", minimum: 1)

    static let command: Command = .init(
        name: "repro", abstract: "repeat a failure from its folder",
        discussion: """
            Runs the trial of a folder that 'fpsim soak' wrote, and says whether it still breaks the same rule. Exit \
            code 0: it no longer fails; 1: it does.

            A folder may come from anybody. What it names as its importer is data: it runs only with --run-recorded. \
            Without that, and without --importer, fpsim's own importer is tried.
            """,
        options: [TrialOptions.importer, recorded, repetitions, TrialOptions.bound],
        operands: [Operand("FOLDER", help: "A folder with repro.json.", completion: .directory)],
        examples: [
            .init("fpsim repro soak/findings/2-ends-early --importer ./my-importer", "does mine still fail?")
        ]
    ) { invocation in
        let path = invocation.operand("FOLDER")
        let folder: ReproFolder
        do throws(ReproFolder.Failure) {
            folder = try ReproFolder(reading: path)
        } catch {
            switch error {
            case .unreadable: throw CommandFailure(.noInput, error.description)
            case .bad: throw CommandFailure(.badData, error.description)
            case .newer: throw CommandFailure(.newerVersion, error.description)
            }
        }
        if invocation[recorded], invocation[TrialOptions.importer] != nil {
            throw UsageError("--importer and --run-recorded name two importers", path: invocation.path)
        }
        var setting = try TrialOptions.setting(invocation, documents: nil)
        if invocation[recorded], !folder.isOwnImporter {
            guard !folder.importer.isEmpty else {
                throw CommandFailure(.badData, "“\(path.escapingControls)” names no importer")
            }
            setting.importer = ImporterUnderTest(command: folder.importer)
        }
        setting.bound = invocation[TrialOptions.bound] ?? .seconds(min(max(folder.boundSeconds, 0.1), 120))
        Interruption.watch()
        setting.isInterrupted = { Interruption.wasAsked }
        setting = try TrialOptions.measured(setting, invocation)
        sayWhoRuns(setting, folder, invocation)
        return report(folder, ReproRun(folder, setting: setting), invocation)
    }

    /// Whose failure it was and who is tried now may be two importers.
    private static func sayWhoRuns(
        _ setting: TrialRunner.Setting, _ folder: ReproFolder, _ invocation: Invocation
    ) {
        let isOwn = setting.importer.isOwn
        print("Importer: \(isOwn ? "fpsim's own" : ShellWords.joined(setting.importer.command).escapingControls)")
        guard isOwn, !folder.isOwnImporter else { return }
        Console.warn(
            "The failure was of another importer: \(ShellWords.joined(folder.importer).escapingControls)\n"
                + "Try it with --importer, or with --run-recorded if you trust the folder.")
    }

    private static func report(_ folder: ReproFolder, _ run: ReproRun, _ invocation: Invocation) -> ExitCode {
        print("Rule \(folder.rule): \(folder.cause.escapingControls)")
        let result = run.run(repetitions: invocation[repetitions]) { number, violations in
            let lines = violations.map { "  \($0.description.escapingControls)" }
            Console.printNow(
                (["run \(number): \(violations.isEmpty ? "no rule broken" : "")"] + lines).joined(separator: "\n"))
        }
        if Interruption.wasAsked { return .interrupted }
        if let reason = result.reason, result.unfinished == result.repetitions {
            print("None of \(result.repetitions) runs could be carried out: \(reason.escapingControls)")
            return .internalError
        }
        print("It failed \(result.failures.count) of \(result.repetitions) times.")
        return result.failures.isEmpty ? .success : .failure
    }
}
