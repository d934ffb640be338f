import Foundation
import ProviderConfiguration
import Testing

/// A config of the catalogue is worth what it shows: for each whose rules need not fire, an importer that fails it.
@Suite struct CatalogueControlTests {
    @Test func `every config has a rule that must fire, or an importer that fails it`() throws {
        let catalogue = try ConfigurationCatalogue(folder: BuiltProgram.package + "/provider-configs")
        let listing = CatalogueListing(catalogue, loader: PlanLoader())
        let controlled = Set(CatalogueControl.all.map(\.config))
        #expect(controlled.isSubset(of: listing.rows.map(\.name)))
        let needy = listing.rows.filter { $0.plan.rules.allSatisfy(\.isOptional) }.map(\.name)
        #expect(needy.filter { !controlled.contains($0) } == [])
    }

    @Test(arguments: CatalogueControl.all)
    func `a config is failed by an importer with the mistake that it is about`(control: CatalogueControl) throws {
        let trial = try run(control.config, importer: control.importer)
        #expect(trial.verdict == "failed", "\(control): \(trial)")
        #expect(!trial.failures.isEmpty, "\(control): \(trial)")
        // A bookmark that is never resolved meets no rule: that is the mistake.
        #expect(trial.rules.allSatisfy { $0.fired > 0 } || control.importer == "remembers_the_path.py", "\(trial)")
    }

    @Test(arguments: ["bookmark-is-stale", "bookmark-goes-to-the-trash", "provider-unknown-at-resolve"])
    func `references are judged of one that keeps them, and of one that doesn't it is said that they aren't`(
        config: String
    ) throws {
        for importer in ["keeps_references.py", nil] {
            let trial = try run(config, importer: importer)
            #expect(trial.verdict == "held", "\(trial)")
            #expect(trial.notJudged == nil)
            #expect(trial.documents.allSatisfy { $0.reference != nil })
            #expect(trial.rules.allSatisfy { $0.fired > 0 })
        }
        let without = try run(config, importer: "importer.py")
        #expect(without.verdict == "void")
        #expect(without.notJudged == ["references: this importer keeps none"])
        #expect(without.note?.hasSuffix("not judged: references: this importer keeps none") == true)
    }

    private func run(_ config: String, importer: String?) throws -> Trial {
        var words = ["trial", config, "--bound", "5s", "--json"]
        if let importer { words += ["--importer", "\(BuiltProgram.package)/Tests/DefectiveImporters/\(importer)"] }
        let run = try BuiltProgram.fpsim(words)
        let record = try JSONDecoder().decode(Run.self, from: Data(run.output.text.utf8))
        return try #require(record.trials.first)
    }

    private struct Run: Decodable { let trials: [Trial] }

    /// What of the record matters here.
    private struct Trial: Decodable {
        struct Rule: Decodable { let fired: Int }
        struct Violation: Decodable { let truth: String }
        struct Document: Decodable {
            let mismatch: String?
            let reference: String?
        }

        let verdict: String
        let note: String?
        let notJudged: [String]?
        let rules: [Rule]
        let violations: [Violation]
        let documents: [Document]

        var failures: [String] { violations.map(\.truth) + documents.compactMap(\.mismatch) }
    }
}
