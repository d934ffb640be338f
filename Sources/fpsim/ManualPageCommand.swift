import Arguments

enum ManualPageCommand {
    static let command: Command = .init(
        name: "man", abstract: "print the manual page",
        examples: [.init("fpsim man | man -l -", "read it")]
    ) { _ in
        print(ManualPage.text(for: Commands.root), terminator: "")
        return .success
    }
}
