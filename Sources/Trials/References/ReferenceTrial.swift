import ProviderConfiguration
import SystemIO

package enum ReferenceTrial {
    /// Whether an importer has the verb `refer`: with nothing in its way it keeps a reference, and lists it as one with
    /// the state of its item. One that doesn't know the verb ends with an error, which is no fault.
    package static func importerKeepsReferences(_ setting: TrialRunner.Setting) -> Bool {
        if setting.importer.isOwn { return true }
        var setting = setting
        setting.keepsReferences = true
        do throws(TrialFailure) {
            let runner = try TrialRunner(plan: .mirror, configs: [], setting: setting)
            let document = runner.witnesses.documents.first?.path ?? ""
            let witnesses = try runner.run([.refer(document), .relaunch])
            guard let entry = witnesses.references.first?.entry else { return false }
            return witnesses.snapshots.last?.listing.contains {
                $0.id == entry && $0.isReference && $0.reference != nil
            }
                ?? false
        } catch {
            return false
        }
    }
}

extension TrialRunner {
    /// Picks, and has the importer remember the document.
    func refer(to document: String) throws(TrialFailure) {
        try payLook()
        try collectTrace()
        var witness = ReferenceWitness(
            document: document, firstEvent: (witnesses.trace.last?.sequence ?? 0) + 1, startedAt: now, seconds: 0)
        let picked = try pick(TrialStep.ImportRequest(document: document))
        guard let url = picked.url else {
            witness.failure = "the picker refused: \(picked.attempt.pickFailure ?? "no reason")"
            witnesses.references.append(witness)
            return
        }
        let token = token("reference-\(witnesses.references.count)")
        let run = try setting.importer.referring(to: url, library: library.path, in: importerSetting(token))
        let result = ContractOutput.importResult(of: run)
        witness.seconds = run.duration.seconds
        witness.entry = result.entry?.id
        if witness.entry == nil {
            let ending = result.succeeded ? "it printed no entry" : run.exit?.description ?? "it did not end"
            witness.failure = [ending, result.failure?.cause ?? result.lastWords].filter { !$0.isEmpty }
                .joined(separator: ": ")
        }
        witnesses.references.append(witness)
    }
}
