import Foundation
import SystemIO
import Testing

/// An importer whose work is done by a daemon: two forks and a session of its own make it nobody's descendant.
@Suite struct DaemonImporterTests {
    private static let importer = BuiltProgram.package + "/Tests/DefectiveImporters/becomes_a_daemon.py"

    /// With the environment that it was started with, and with one of its own.
    @Test(arguments: ["plain", "bare"]) func `it dies with its front when the power is cut, and is accused of nothing`(
        _ environment: String
    ) throws {
        let folder = try TemporaryFolder()
        let points = [8, 16, 24, 36, 44].map { "\($0):power-cut" } + ["9:kill-before", "30:kill-after"]
        let sweep = try BuiltProgram.fpsim(
            ["sweep", "--work", folder.path, "--importer", "\(Self.importer) \(environment)"]
                + points.flatMap { ["--point", $0] })
        #expect(sweep.exit == .exited(0), "\(sweep.output.text)\(sweep.error.text)")
        #expect(sweep.output.text.contains("\n\(points.count) points, 0 failed"), "\(sweep.output.text)")
    }
}
