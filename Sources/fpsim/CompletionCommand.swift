import Arguments

enum CompletionCommand {
    static let command: Command = .init(
        name: "completion", abstract: "print a completion script for a shell",
        operands: [
            Operand(
                "SHELL", help: "bash, zsh or fish.", completion: .choices(CompletionScript.allCases.map(\.rawValue)))
        ],
        examples: [
            .init("fpsim completion bash > ~/.local/share/bash-completion/completions/fpsim", "completion in bash"),
            .init("fpsim completion zsh > ~/.zfunc/_fpsim", "in zsh, where ~/.zfunc is in fpath"),
            .init("fpsim completion fish > ~/.config/fish/completions/fpsim.fish", "in fish"),
        ]
    ) { invocation in
        guard let shell = CompletionScript(rawValue: invocation.operand("SHELL")) else {
            preconditionFailure("the parser takes only the operand's choices")
        }
        print(shell.text(for: Commands.root), terminator: "")
        return .success
    }
}
