import Foundation
import SystemIO
import Testing

/// Who tests the testers? Importers with one defect each: a soak names the rule that it breaks, makes the trial small,
/// and what it wrote repeats the failure; fpsim's own importer passes the same.
///
/// The trial of each is one of the first 103 of seed 1 that shows its defect. Where the generator changes,
/// `fpsim soak --seed 1 --trials 103 --no-shrink --importer …` shows others.
@Suite struct DefectiveImporterTests {
    struct Defect: Sendable, CustomStringConvertible {
        let importer: String
        let rule: Int
        let trial: Int
        /// For the trial and for making it small: where each takes long, that takes longer.
        let seconds: Int

        init(_ importer: String, rule: Int, trial: Int, seconds: Int = 6) {
            self.importer = importer
            self.rule = rule
            self.trial = trial
            self.seconds = seconds
        }

        var description: String { importer }

        /// A file of the folder, or a defect of the Swift example.
        func command() throws -> String {
            importer.contains(".")
                ? "\(BuiltProgram.package)/Tests/DefectiveImporters/\(importer)"
                : try BuiltProgram.path("example-importer") + " \(importer)"
        }
    }

    @Test(arguments: [
        Defect("stores_the_external_path.py", rule: 2, trial: 16),
        Defect("lists_absolute_paths.py", rule: 3, trial: 16),
        Defect("commits_before_publish.py", rule: 2, trial: 93),
        Defect("never_syncs_the_folder.py", rule: 3, trial: 2),
        Defect("never_syncs_the_file.py", rule: 3, trial: 2),
        Defect("keeps_the_staged_file.py", rule: 5, trial: 3),
        Defect("adds_the_cancelled.py", rule: 1, trial: 3),
        Defect("retries_for_ever.py", rule: 7, trial: 46),
        Defect("takes_a_short_copy_for_whole.py", rule: 2, trial: 40),
        Defect("trusts_the_reported_size.py", rule: 2, trial: 40),
        Defect("mixes_two_versions.py", rule: 2, trial: 42),
        Defect("merges_equal_documents.py", rule: 4, trial: 2),
        Defect("moves_the_original.py", rule: 4, trial: 5),
        Defect("rewrites_its_list_in_place.py", rule: 1, trial: 103),
        Defect("calls_a_timeout_a_cancel.py", rule: 7, trial: 46),
        Defect("validates_by_extension.sh", rule: 2, trial: 8),
        Defect("copies_to_the_display_name.sh", rule: 4, trial: 28),
        Defect("reads_without_coordination.sh", rule: 6, trial: 28),
        Defect("leaves_a_process_behind.sh", rule: 7, trial: 16, seconds: 40),
        Defect("stops-before-the-copy", rule: 6, trial: 31),
        Defect("never-stops-the-scope", rule: 6, trial: 20),
        Defect("reads-without-coordination", rule: 6, trial: 28),
        Defect("ignores-the-accessors-url", rule: 6, trial: 27),
        Defect("copies-with-file-manager", rule: 2, trial: 8),
        Defect("calls-a-timeout-a-cancel", rule: 7, trial: 46),
    ])
    func `a defect is found, named, made small and repeated`(defect: Defect) throws {
        let folder = try TemporaryFolder()
        let soak = try BuiltProgram.fpsim(
            [
                "soak", "--seed", "1", "--only", String(defect.trial), "--for", "\(defect.seconds)s", "--bound", "3s",
                "--out", folder.path, "--importer", defect.command(),
            ], until: .seconds(120))
        #expect(soak.exit == .exited(1), "\(soak.output.text)\(soak.error.text)")
        let findings = try Report(folder).soak.findings.filter { $0.rule == defect.rule }
        let finding = try #require(findings.first { $0.folder != nil }, "\(soak.output.text)")
        #expect(finding.shrunk.map { $0.rules <= 2 && $0.failed > 0 } == true, "\(soak.output.text)")
        let reproduction = try #require(finding.folder)
        let again = try repro(reproduction, ["--importer", defect.command()])
        #expect(again.exit == .exited(1), "\(again.output.text)\(again.error.text)")
        let own = try repro(reproduction, ["--repeat", "1"])
        #expect(own.exit == .exited(0), "\(own.output.text)\(own.error.text)")
    }

    @Test(arguments: ["importer.py", "importer.sh", ""])
    func `the importers that they were made from break no rule there`(importer: String) throws {
        let command = try Defect(importer.isEmpty ? "correct" : importer, rule: 0, trial: 0).command()
        for trial in [2, 3, 16, 20, 23, 24, 27, 28, 31, 39, 40, 42, 46, 93, 103] {
            let run = try BuiltProgram.fpsim(
                [
                    "soak", "--seed", "1", "--only", String(trial), "--bound", "3s", "--importer",
                    importer.isEmpty ? command.replacingOccurrences(of: " correct", with: "") : command,
                ], until: .seconds(60))
            #expect(run.exit == .exited(0), "trial \(trial): \(run.output.text)\(run.error.text)")
        }
    }

    private func repro(_ folder: String, _ arguments: [String]) throws -> CapturedRun {
        try BuiltProgram.fpsim(["repro", folder, "--bound", "3s"] + arguments, until: .seconds(90))
    }

    /// What of the record matters here.
    private struct Report: Decodable {
        struct Soak: Decodable { let findings: [Finding] }
        struct Finding: Decodable {
            let rule: Int
            let folder: String?
            let shrunk: Shrunk?
        }
        struct Shrunk: Decodable {
            let rules: Int
            let failed: Int
        }

        let soak: Soak

        init(_ folder: TemporaryFolder) throws {
            self = try JSONDecoder().decode(Report.self, from: Data(folder.content("report.json").utf8))
        }
    }
}
