import ProviderConfiguration
import Reporting

/// The files that an importer keeps beside its documents, such as its database: what is there after one clean import and
/// recover. No later trial counts them as left over. A name that holds the entry's identifier stands for one file an
/// entry, and is kept with `{id}` in its place.
package enum ImporterBaseline {
    /// - Throws: `TrialFailure`: the importer doesn't import a document that nothing stands in the way of.
    package static func measure(_ setting: TrialRunner.Setting) throws(TrialFailure) -> Set<String> {
        let plan = ProviderPlan.mirror
        let runner = try TrialRunner(plan: plan, configs: [], setting: setting)
        let document = runner.witnesses.documents.first?.path ?? ""
        let witnesses = try runner.run([.importing([.init(document: document)]), .relaunch])
        guard let attempt = witnesses.attempts.first, attempt.result.succeeded else {
            let why = witnesses.attempts.first.map { DocumentOutcome(of: $0, in: nil).cause ?? $0.claim } ?? ""
            throw TrialFailure("the importer doesn't import a plain document, with nothing in its way: \(why)")
        }
        let listed = witnesses.snapshots.flatMap(\.listing)
        let files = Set(witnesses.snapshots.flatMap(\.files).map(\.path)).subtracting(listed.map(\.path))
        return Set(files.map { file in listed.reduce(file) { $0.replacing($1.id, with: "{id}") } })
    }

    /// The files of a baseline for these entries.
    package static func files(_ baseline: Set<String>, of entries: [ListedEntry]) -> Set<String> {
        Set(
            baseline.flatMap { file in
                file.contains("{id}") ? entries.map { file.replacing("{id}", with: $0.id) } : [file]
            })
    }
}
