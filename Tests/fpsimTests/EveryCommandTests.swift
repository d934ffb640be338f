import SystemIO
import Testing

/// What holds for each command of the program.
@Suite struct EveryCommandTests {
    /// The names under `Commands:` in the program's help.
    private static let names: [String] = {
        guard let help = try? BuiltProgram.fpsim(["--help"]).output.text else { return [] }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }()

    @Test func `There are commands`() {
        #expect(EveryCommandTests.names.count > 40)
    }

    @Test(arguments: names) func `Its help has an example, or its verbs do`(_ name: String) throws {
        let run = try BuiltProgram.fpsim([name, "--help"])
        #expect(run.exit == .exited(0))
        let text = run.output.text
        #expect(text.hasPrefix("fpsim \(name): "))
        // There is one way to ask for the version.
        #expect(name == "version" || text.contains("\nExamples:\n") || text.contains("\nCommands:\n"))
        #expect(text.contains("-h, --help"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: names) func `An option that nobody knows is a usage error that says what to do`(_ name: String)
        throws
    {
        let run = try BuiltProgram.fpsim([name, "--nonsense"])
        #expect(run.exit == .exited(64))
        #expect(run.error.text.contains("--nonsense"))
        #expect(run.output.text == "")
    }
}
