import ProviderTesting
import SystemIO

/// A program of the package, as it was built beside the tests.
enum BuiltProgram {
    static func path(_ name: String) throws -> String {
        try ProgramLocation.find().split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }

    /// Runs `fpsim` to its end. Its time is longer under a sanitizer, and so are the times that it is told.
    static func fpsim(_ arguments: [String], until deadline: Duration = .seconds(60)) throws -> CapturedRun {
        try CapturedRun(
            path: ProgramLocation.find(), arguments: patient(arguments), until: .now + deadline.withPatience)
    }

    private static func patient(_ arguments: [String]) -> [String] {
        var words = arguments
        for index in words.indices.dropFirst() where ["--bound", "--for"].contains(words[index - 1]) {
            guard let seconds = words[index].last == "s" ? Int(words[index].dropLast()) : nil else { continue }
            words[index] = "\(seconds * Patience.factor)s"
        }
        return words
    }

    /// The package's own folder.
    static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
}
