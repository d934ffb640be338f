import Foundation
import SystemIO
import Testing

/// A soak whose providers come from somebody's own configs.
@Suite struct SoakConfigsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/configs/cut", withIntermediateDirectories: true)
        try """
        provider: SMB
        about: The file ends early, and its attributes don't tell.
        items:
          - {match: "**", state: dataless}
        rules:
          - name: cut
            when: {operation: read, path: "**/*.pdf"}
            do: {end-early: {at: 60%}}
          - name: slow
            do: {delay: 3ms}
        """.write(toFile: "\(folder.path)/configs/cut/early.yaml", atomically: true, encoding: .utf8)
    }

    private func soak(_ more: [String]) throws -> CapturedRun {
        try BuiltProgram.fpsim(
            [
                "soak", "--seed", "1", "--configs", "\(folder.path)/configs", "--work", try folder.make("work"),
                "--out", "\(folder.path)/out",
            ] + more, until: .seconds(120))
    }

    @Test func `what a config does to an importer is found, made small and repeated without the config`() throws {
        let importer = "\(BuiltProgram.package)/Tests/DefectiveImporters/takes_a_short_copy_for_whole.py"
        let run = try soak(["--only", "3", "--bound", "5s", "--for", "60s", "--importer", importer])
        #expect(run.exit == .exited(1), "\(run.output.text)\(run.error.text)")
        let findings = "\(folder.path)/out/findings"
        let found = try #require(
            try FileManager.default.contentsOfDirectory(atPath: findings).first { $0.hasPrefix("2-") })
        let config = try folder.content("out/findings/\(found)/provider.yaml")
        #expect(config.contains("end-early") && !config.contains("delay"), "\(config)")
        try FileManager.default.removeItem(atPath: "\(folder.path)/configs")
        let again = try BuiltProgram.fpsim(["repro", "\(findings)/\(found)", "--importer", importer])
        #expect(again.exit == .exited(1), "\(again.output.text)\(again.error.text)")
        let own = try BuiltProgram.fpsim(["repro", "\(findings)/\(found)", "--repeat", "1"])
        #expect(own.exit == .exited(0), "\(own.output.text)\(own.error.text)")
    }

    @Test func `one that goes on with other configs is refused, and what is wrong with a config is said first`() throws
    {
        let path = "\(folder.path)/configs/cut/early.yaml"
        let first = try soak(["--trials", "1"])
        #expect(first.exit == .exited(0), "\(first.output.text)\(first.error.text)")
        let same = try soak(["--trials", "1"])
        #expect(same.exit == .exited(0), "\(same.output.text)\(same.error.text)")
        try folder.content("configs/cut/early.yaml").replacing("60%", with: "61%")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let other = try soak(["--trials", "1"])
        #expect(other.exit == .exited(73) && other.error.text.contains("is of another soak"), "\(other.error.text)")

        try "provider: A\nrules: [{do: {dely: 1s}}]\n".write(toFile: path, atomically: true, encoding: .utf8)
        let wrong = try soak(["--trials", "1"])
        #expect(wrong.exit == .exited(65) && wrong.error.text.contains("early.yaml:2:"), "\(wrong.error.text)")
        try FileManager.default.removeItem(atPath: path)
        #expect(try soak(["--trials", "1"]).exit == .exited(66))
        #expect(try soak(["--workload", "plain"]).exit == .exited(64))
    }

    @Test func `a picker that nobody answers is waited for no longer than an import`() throws {
        try """
        provider: A
        rules:
          - do: {hang: {for: forever}}
            when: {operation: pick}
        """.write(toFile: "\(folder.path)/configs/cut/early.yaml", atomically: true, encoding: .utf8)
        let start = ContinuousClock.now
        let run = try soak(["--trials", "1", "--bound", "1s"])
        #expect(run.exit == .exited(0), "\(run.output.text)\(run.error.text)")
        // The usual wait for an answer is half a minute.
        #expect(start.duration(to: .now) < .seconds(30), "\(run.output.text)")
    }
}
