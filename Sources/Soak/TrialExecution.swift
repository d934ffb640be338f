import FoundationEssentials
import ProviderConfiguration
import Trials

/// Carries a generated trial out: a real mount, the real importer, and what the witnesses saw.
package struct TrialExecution: Sendable {
    package var setting: TrialRunner.Setting

    package init(setting: TrialRunner.Setting) {
        self.setting = setting
    }

    /// - Throws: `TrialFailure`: the trial itself could not be carried out.
    package func witnesses(of trial: SoakTrial) throws(TrialFailure) -> Witnesses {
        let text = trial.providerConfig
        let outcome = PlanLoader().load([(name: "provider.yaml", bytes: Array(text.utf8))])
        guard let plan = outcome.plan else {
            throw TrialFailure("the generated provider-config is wrong: \(outcome.errors.map(\.description))")
        }
        let workspace = try Workspace(in: setting.parent)
        try workspace.write(Array(text.utf8), to: "provider.yaml")
        var setting = setting
        setting.seed = trial.seed
        setting.documents = TrialDocuments(trial.documents.map { ($0.path, $0.bytes, $0.content.isValid) })
        let runner = try TrialRunner(
            plan: plan, configs: ["\(workspace.path)/provider.yaml"], setting: setting, steps: trial.steps)
        return try runner.run(trial.steps)
    }
}
