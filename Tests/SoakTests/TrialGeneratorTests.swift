import ProviderConfiguration
import Soak
import Testing

@Suite struct TrialGeneratorTests {
    private let generator = TrialGenerator(seed: 1)

    @Test func `a trial is what its seed and number say, whoever asks and when`() {
        let later = TrialGenerator(seed: 1)
        _ = later.trial(99)
        #expect(generator.trial(5) == later.trial(5))
        #expect(generator.trial(5) != generator.trial(6))
        #expect(generator.trial(5) != TrialGenerator(seed: 2).trial(5))
    }

    @Test func `every generated provider-config is a right one`() {
        for number in 1...1500 {
            let trial = generator.trial(number)
            let outcome = PlanLoader().load([(name: "trial.yaml", bytes: Array(trial.providerConfig.utf8))])
            #expect(outcome.errors.isEmpty, "trial \(number): \(outcome.errors)\n\(trial.providerConfig)")
            #expect(outcome.plan?.rules.count == trial.rules.count)
        }
    }

    @Test func `every kind of step, pick and document comes up, and every template`() {
        let trials = (1...1500).map(generator.trial)
        let faults = Set(trials.flatMap { $0.rules.map(\.fault) })
        #expect(faults.count >= 35, "\(faults.sorted())")
        let text = trials.map { "\($0.steps) \($0.documents)" }.joined()
        for word in [
            "killProvider", "relaunch", "moveLibrary", "deleteOriginals", "copy", "rebuilt", "cancel: true",
            "killAfterMilliseconds: Optional", "cutPDF", "html", "noise", "empty", "trash", "replace", "offline",
        ] {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func `a workload is what it says`() {
        let deaths = [
            "killAfterMilliseconds: Optional", "killProvider", "cutPower", "Kind.killBefore", "Kind.killAfter",
            "Kind.powerCut", "kill-caller",
        ]
        for number in 1...300 {
            let calm = TrialGenerator(seed: 1, workload: .calm).trial(number)
            #expect(!deaths.contains { "\(calm.steps) \(calm.rules)".contains($0) }, "trial \(number)")
            let deadly = TrialGenerator(seed: 1, workload: .deaths).trial(number)
            #expect(
                (deaths + ["\"die\"", "\"restart\""]).contains { "\(deadly.steps) \(deadly.rules)".contains($0) },
                "trial \(number)")
            let plain = TrialGenerator(seed: 1, workload: .plain).trial(number)
            #expect(plain.rules.isEmpty && plain.steps.count == 2 && plain.documents.allSatisfy(\.content.isValid))
        }
    }

    @Test func `about half of those that import at once have a slow disk, which is no death and nobody else's`() {
        var slow = 0
        var crowds = 0
        for number in 1...1000 {
            for case .importing(let requests) in TrialGenerator(seed: 1, workload: .calm).trial(number).steps {
                let isSlow = requests.contains { $0.libraryFault == .slowDisk }
                #expect(!isSlow || requests.count > 1)
                crowds += requests.count > 1 ? 1 : 0
                slow += isSlow ? 1 : 0
            }
        }
        #expect(crowds > 50)
        #expect((0.25...0.75).contains(Double(slow) / Double(crowds)), "\(slow) of \(crowds)")
    }

    @Test func `every trial ends with its rules lifted, what failed tried again, and a relaunch`() {
        for number in 1...200 {
            let steps = generator.trial(number).steps
            #expect(steps.contains(.lift))
            #expect(steps.contains(.retry(onlyRetryable: false)))
            #expect(steps.last == .relaunch)
        }
    }
}
