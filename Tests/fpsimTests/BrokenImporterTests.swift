import SystemIO
import Testing

/// The matrix goes red for an importer that is broken on purpose, and stays green for the one that it was made from.
@Suite struct BrokenImporterTests {
    private static let folder = BuiltProgram.package + "/Tests/DefectiveImporters/"

    @Test(arguments: [
        ("validates_by_extension.sh", "content/html-error-page", 2),
        ("never-stops-the-scope", "scope/needs-scope", 6),
        ("stores_the_external_path.py", "scope/needs-scope", 3),
        ("trusts_the_reported_size.py", "metadata/reports-size-too-small", 2),
        ("copies_to_the_display_name.sh", "names/same-name", 4),
    ])
    func `a defect turns its trial red, by its rule`(importer: String, config: String, rule: Int) throws {
        let broken = try matrix(command(importer), config)
        #expect(broken.exit == .exited(1), "\(broken.output.text)\(broken.error.text)")
        #expect(broken.output.text.contains("rule \(rule) "), "\(broken.output.text)")
        let whole = try matrix(command(original(of: importer)), config)
        #expect(whole.exit == .exited(0), "\(whole.output.text)\(whole.error.text)")
    }

    @Test func `an entry before its file is found by the kills of the matrix`() throws {
        let broken = try BuiltProgram.fpsim(
            [
                "matrix", "--configs", BuiltProgram.package + "/provider-configs/app", "--importer",
                command("commits_before_publish.py"), "--jobs", "2",
            ], until: .seconds(240))
        #expect(broken.exit == .exited(1), "\(broken.output.text)\(broken.error.text)")
        #expect(broken.output.text.contains("FAILED library/killed-at-each-operation"), "\(broken.output.text)")
        #expect(broken.output.text.contains("rule 2 "), "\(broken.output.text)")
    }

    private func matrix(_ command: String, _ config: String) throws -> CapturedRun {
        try BuiltProgram.fpsim(
            [
                "matrix", "--config", "\(BuiltProgram.package)/provider-configs/\(config).yaml", "--importer", command,
            ], until: .seconds(120))
    }

    /// A file of the folder, or a defect of the Swift example.
    private func command(_ importer: String) throws -> String {
        if importer.hasSuffix(".py") || importer.hasSuffix(".sh") { return BrokenImporterTests.folder + importer }
        return try BuiltProgram.path("example-importer") + (importer.isEmpty ? "" : " " + importer)
    }

    private func original(of importer: String) -> String {
        if importer.hasSuffix(".py") { return "importer.py" }
        return importer.hasSuffix(".sh") ? "importer.sh" : ""
    }
}
