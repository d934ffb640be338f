import ProviderTesting
import SystemIO

/// A program of the package, as it was built beside the tests.
enum BuiltProgram {
    static func path(_ name: String) throws -> String {
        try ProgramLocation.find().split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }

    /// Runs `fpsim` to its end.
    static func fpsim(_ arguments: [String], until deadline: Duration = .seconds(60)) throws -> CapturedRun {
        try CapturedRun(path: ProgramLocation.find(), arguments: arguments, until: .now + deadline)
    }

    /// The package's own folder.
    static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
}
