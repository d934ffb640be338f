import SystemIO
import Testing

/// A few points of the sweep: one of each kind, and each that a full disk once got wrong.
@Suite struct SweepCommandTests {
    @Test func `an import that dies or is refused at an operation leaves a library that is whole`() throws {
        let points =
            [2, 9, 16, 24, 32, 40].map { "\($0):kill-before" } + [8, 16, 24, 36, 44].map { "\($0):power-cut" }
            + (1...24).map { "\($0 * 2):no-space-for-good" } + ["21:no-space-once", "37:io-error-for-good"]
            + ["30:3:kill-before", "40:5:power-cut", "12:30:io-error-once"]
            + [60, 120, 180].map { "\($0):recover-beside" }
            + [20, 60, 90].flatMap { ["40:\($0):import-beside", "40:\($0):import-ends"] }
        let sweep = try BuiltProgram.fpsim(["sweep"] + points.flatMap { ["--point", $0] })
        #expect(sweep.exit == .exited(0), "\(sweep.output.text)\(sweep.error.text)")
    }

    /// Who looks what is unfinished, and acts by it after that was finished, takes a document away.
    @Test func `a recovery that doesn't ask who is at work is found`() throws {
        let points = (1...8).flatMap { ["--point", "8:\($0):import-ends"] }
        let careless = try sweep("recovers_beside_the_living.py", points)
        #expect(careless.exit == .exited(1), "\(careless.output.text)\(careless.error.text)")
        #expect(careless.output.text.contains("rule 3"), "\(careless.output.text)")
        let command = careless.output.text.split(separator: "\n").first { $0.contains("repeat it: ") }
        let point = try #require(command?.split(separator: " ").last.map(String.init))
        #expect(try sweep("recovers_beside_the_living.py", ["--point", point]).exit == .exited(1), "\(point)")
        for importer in ["importer.py", "importer.sh"] {
            let careful = try sweep(importer, points)
            #expect(careful.exit == .exited(0), "\(careful.output.text)\(careful.error.text)")
        }
    }

    private func sweep(_ importer: String, _ arguments: [String]) throws -> CapturedRun {
        try BuiltProgram.fpsim(
            ["sweep", "--importer", "\(BuiltProgram.package)/Tests/DefectiveImporters/\(importer)"] + arguments)
    }

    /// Each costs an import time, and a sweep five points: what a change adds by accident is seen here. 227 were counted.
    @Test func `an import makes no more operations on its library than it needs`() throws {
        let within = try BuiltProgram.fpsim(["sweep", "--point", "180:io-error-once"])
        #expect(within.exit == .exited(0), "\(within.output.text)\(within.error.text)")
        let beyond = try BuiltProgram.fpsim(["sweep", "--point", "240:io-error-once"])
        #expect(beyond.error.text.contains("no import or recovery gets as far"), "\(beyond.output.text)")
    }
}
