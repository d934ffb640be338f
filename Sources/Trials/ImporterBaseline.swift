import ProviderConfiguration
import Reporting

/// The files that an importer keeps beside its entries, such as its database: what is there after one clean import and
/// recover. No later trial counts them as left over.
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
        let entries = Set(witnesses.snapshots.flatMap(\.listing).map(\.path))
        return Set(witnesses.snapshots.flatMap(\.files).map(\.path)).subtracting(entries)
    }
}
