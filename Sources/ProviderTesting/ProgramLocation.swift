import Foundation

/// Where the program `fpsim` is.
package enum ProgramLocation {
    /// `$FPSIM`, else the program beside the tests, else the one on PATH.
    /// - Throws: `ProviderTestingError.programNotFound`.
    package static func find() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["FPSIM"], !named.isEmpty {
            guard isProgram(named) else { throw ProviderTestingError.programNotFound("$FPSIM is '\(named)'") }
            return named
        }
        let beside = besideTheTests
        if isProgram(beside) { return beside }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where isProgram("\(folder)/fpsim") {
            return "\(folder)/fpsim"
        }
        throw ProviderTestingError.programNotFound("there is none at '\(beside)' and none on PATH")
    }

    /// The folder that tests are built into holds the package's programs too.
    private static var besideTheTests: String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("fpsim").path
    }

    private static func isProgram(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }
}
