import Arguments

enum VersionCommand {
    static let version = "0.1.0"

    static let command: Command = .init(
        name: "version", abstract: "print the program's version"
    ) { _ in
        print("fpsim \(version)")
        return .success
    }
}
