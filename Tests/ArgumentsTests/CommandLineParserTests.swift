import Arguments
import Testing

@Suite struct CommandLineParserTests {
    @Test func `options and operands come in any order and typed`() throws {
        let invocation = try SampleProgram.invocation(
            "mount", "docs", "--seed=7", "-c", "a.yaml", "mnt", "--config", "b.yaml", "-j", "--bound", "300ms")
        #expect(invocation.path == ["sample", "mount"])
        #expect(invocation[SampleProgram.seed] == 7)
        #expect(invocation.all(SampleProgram.config) == ["a.yaml", "b.yaml"])
        #expect(invocation[SampleProgram.json])
        #expect(invocation[SampleProgram.bound] == .milliseconds(300))
        #expect(invocation[SampleProgram.mode] == nil)
        #expect(invocation.operand("SOURCE") == "docs")
        #expect(invocation.operand("MOUNTPOINT") == "mnt")
    }

    @Test func `words after two hyphens are no options`() throws {
        let invocation = try SampleProgram.invocation("with-access", "file:///a", "--", "cat", "--json", "-")
        #expect(!invocation[SampleProgram.json])
        #expect(invocation.operandList("COMMAND") == ["cat", "--json", "-"])
    }

    @Test func `operands after a list take theirs from the end`() throws {
        let invocation = try SampleProgram.invocation("group", "import", "a", "b", "library")
        #expect(invocation.operandList("SOURCE") == ["a", "b"])
        #expect(invocation.operand("LIBRARY") == "library")
    }

    @Test(arguments: [["mount", "--help"], ["help", "mount"], ["mount", "a", "-h"]])
    func `help is asked for in three ways`(words: [String]) throws {
        guard case .help(let command, let path) = try CommandLineParser.parse(words, root: SampleProgram.root) else {
            Issue.record("no help")
            return
        }
        #expect(command.name == "mount")
        #expect(path == ["sample", "mount"])
    }

    @Test(arguments: [
        (["moutn"], "sample: unknown command 'moutn'; did you mean 'mount'?\nTry 'sample --help'."),
        ([], "sample: a command is missing\nTry 'sample --help'."),
        (["group", "zebra"], "sample group: unknown command 'zebra'\nTry 'sample group --help'."),
        (["mount", "a"], "sample mount: MOUNTPOINT is missing\nTry 'sample mount --help'."),
        (["mount", "a", "b", "c"], "sample mount: unexpected argument 'c'\nTry 'sample mount --help'."),
        (
            ["mount", "--confg", "f", "a", "b"],
            "sample mount: unknown option '--confg'; did you mean '--config'?\nTry 'sample mount --help'."
        ),
        (["mount", "a", "b", "-x"], "sample mount: unknown option '-x'\nTry 'sample mount --help'."),
        (["mount", "a", "b", "--seed"], "sample mount: option --seed needs a value\nTry 'sample mount --help'."),
        (["mount", "--json=1", "a", "b"], "sample mount: option --json takes no value\nTry 'sample mount --help'."),
        (
            ["mount", "a", "b", "--seed", "x"],
            "sample mount: option --seed 'x': expected a whole number, 0 or more\nTry 'sample mount --help'."
        ),
        (
            ["mount", "a", "b", "--seed=1", "--seed=2"],
            "sample mount: option --seed was given twice\nTry 'sample mount --help'."
        ),
        (
            ["mount", "a", "b", "--bound=5"],
            "sample mount: option --bound '5': expected a time with a unit, such as 300ms, 5s, 2m or 1h\n"
                + "Try 'sample mount --help'."
        ),
        (
            ["mount", "a", "b", "--mode=loose"],
            "sample mount: option --mode 'loose': expected strict, lax\nTry 'sample mount --help'."
        ),
        (
            ["shell", "bsh"],
            "sample shell: SHELL 'bsh': expected bash, zsh; did you mean 'bash'?\nTry 'sample shell --help'."
        ),
        (["group", "import", "a"], "sample group import: LIBRARY is missing\nTry 'sample group import --help'."),
    ])
    func `a wrong line says what is wrong and where to read more`(words: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try CommandLineParser.parse(words, root: SampleProgram.root) }
        #expect(error?.description == text)
    }
}
