import Arguments
import SystemIO
import Testing

@Suite struct CompletionScriptTests {
    /// What bash itself offers for a line, given the script.
    private func bash(_ words: String...) throws -> [String] {
        let script =
            CompletionScript.bash.text(for: SampleProgram.root) + """
                compopt() { :; }
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
                _sample
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let run = try CapturedRun(path: "/bin/bash", arguments: ["--norc", "-c", script, "bash"] + words)
        return run.output.text.split(separator: "\n").map(String.init)
    }

    @Test func `bash offers commands, options and choices`() throws {
        #expect(try bash("sample", "mo") == ["mount"])
        #expect(try bash("sample", "group", "") == ["import", "--help"])
        #expect(try bash("sample", "mount", "--se") == ["--seed"])
        #expect(try bash("sample", "mount", "--mode", "") == ["strict", "lax"])
        #expect(try bash("sample", "shell", "z") == ["zsh"])
    }

    @Test func `zsh gets a function a command`() {
        let text = CompletionScript.zsh.text(for: SampleProgram.root)
        #expect(text.hasPrefix("#compdef sample\n"))
        #expect(text.contains("_sample_with_access() {"))
        #expect(text.contains("'--mode[How.]:MODE:(strict lax)'"))
    }

    @Test func `fish gets a line an option with its condition`() {
        let text = CompletionScript.fish.text(for: SampleProgram.root)
        #expect(
            text.contains(
                "complete -c sample -n '__fish_seen_subcommand_from mount' -l mode -r -a 'strict lax' -d 'How.'"))
    }
}
