import SystemIO
import Testing

/// What `check`, `faults` and `configs` print, and with which code they end: the real program, in processes.
@Suite struct ConfigCommandTests {
    private static let program: String = {
        let tests = SymbolicLink.target(of: Array("/proc/self/exe".utf8)).map { String(decoding: $0, as: UTF8.self) }
        return (tests ?? "").split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/fpsim"
    }()

    private func run(_ line: String) throws -> (code: Int32?, output: String, error: String) {
        let words = line.split(separator: " ").map(String.init)
        let run = try CapturedRun(
            path: ConfigCommandTests.program, arguments: words, until: .now + .seconds(30))
        return (code(run.exit), run.output.text, run.error.text)
    }

    private func code(_ exit: ChildProcess.Exit?) -> Int32? {
        if case .exited(let code)? = exit { code } else { nil }
    }

    @Test(
        arguments: [
            ("check /dev/null", 65, "/dev/null: 1 error\n", "/dev/null:1:1: error: it is a device, no file\n"),
            (
                "check /nonexistent", 66, "",
                "fpsim check: error: /nonexistent: there is no such file, nor a config of this name; 'fpsim configs' lists them\n"
            ),
            (
                "check stals-for-ever", 66, "",
                "fpsim check: error: stals-for-ever: there is no such file, nor a config of this name; "
                    + "did you mean 'stalls-for-ever'?\n"
            ),
            ("check stalls-for-ever needs-scope", 0, "stalls-for-ever: ok, 1 rule\nneeds-scope: ok, 0 rules\n", ""),
            ("check", 64, "", "fpsim check: error: no FILE to check\nName one, or ask for --schema.\n"),
            ("faults stal", 64, "", "fpsim faults: error: there is no fault 'stal'; did you mean 'stall'?\n"),
            ("configs --search xyzzy", 1, "", "fpsim configs: error: no provider-config has to do with 'xyzzy'\n"),
            ("configs --search KeePassium/issues/332 ", 0, nil, ""),
            ("configs --explain stalls-for-ever", 0, nil, ""),
            ("faults --markdown", 0, nil, ""),
            ("faults --words", 0, nil, ""),
            ("check --schema", 0, nil, ""),
            ("check --json needs-scope", 0, nil, ""),
        ] as [(String, Int32, String?, String)])
    func `A command line gives this text and this code`(
        line: String, code: Int32, output: String?, error: String
    ) throws {
        let result = try run(line)
        #expect(result.code == code)
        #expect(result.error == error)
        if let output { #expect(result.output == output) } else { #expect(!result.output.isEmpty) }
    }
}
