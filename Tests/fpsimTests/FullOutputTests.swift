import Foundation
import ProviderTesting
import SystemIO
import Testing

/// What was printed and can't be written is a failure, wherever in the output that was.
@Suite struct FullOutputTests {
    private func shell(_ script: String) throws -> CapturedRun {
        var options = ChildProcess.Options()
        options.environment = SystemUser.environment.merging(["FPSIM": try ProgramLocation.find()]) { $1 }
        return try CapturedRun(
            path: "/bin/bash", arguments: ["-c", script], options: options, until: .now + .seconds(60))
    }

    private static let manyRules =
        "rules:\n"
        + (1...300).map { "  - {name: rule \($0), when: {operation: read, process: nobody}, do: {delay: 1ms}}\n" }
        .joined()

    @Test(arguments: ["faults", "configs", "check --schema", "faults stall", "version"])
    func `a full disk is told once, with exit code 74`(command: String) throws {
        let run = try shell(#""$FPSIM" \#(command) >/dev/full"#)
        #expect(run.exit == .exited(74))
        #expect(run.error.text.hasPrefix("fpsim: error: standard output can't be written"), "\(run.error.text)")
        #expect(run.error.text.split(separator: "\n").count == 1)
    }

    @Test func `the same of a mount's rules and of a long trace`() throws {
        let provider = try MountedProvider(
            yaml: "provider: P\nscope: none\n" + Self.manyRules, documents: ["a.txt": Data("a".utf8)])
        let folder = try TemporaryFolder()
        let lines = (1...2000).map { #"{"t":\#($0),"n":\#($0),"kind":"op","op":"read","path":"a.txt"}"# }
        let header = #"{"trace":1,"mount":"/m","provider":"P","seed":1,"startedAt":"2026-01-01T00:00:00Z"}"#
        try ([header] + lines).joined(separator: "\n").appending("\n").write(
            toFile: folder.path + "/t.jsonl", atomically: true, encoding: .utf8)
        for command in ["rules '\(provider.url.path)'", "trace '\(folder.path)/t.jsonl'"] {
            let run = try shell(#""$FPSIM" \#(command) >/dev/full"#)
            #expect(run.exit == .exited(74), "\(command): \(run.error.text)")
            #expect(run.error.text.hasPrefix("fpsim: error: standard output can't be written"))
        }
    }

    @Test(arguments: ["faults", "configs", "check --schema"])
    func `a reader that leaves is no failure, and nothing is said of it`(command: String) throws {
        let run = try shell(#""$FPSIM" \#(command) | head -1 >/dev/null; exit ${PIPESTATUS[0]}"#)
        // As any program that SIGPIPE ends, or 0 where the output fitted into the pipe.
        #expect([.exited(0), .exited(141)].contains(run.exit))
        #expect(run.error.text == "")
    }
}
