import Soak
import SystemIO
import Testing
import Trace
import Trials

import ProviderTesting

/// One process serves the mounts of many trials.
@Suite struct SharedProviderTests {
    private let program: String
    private let generator = TrialGenerator(seed: 20_261_130, workload: .calm)

    init() throws {
        program = try ProgramLocation.find()
    }

    private func witnesses(of trial: SoakTrial, startsProviders: Bool) throws -> Witnesses {
        var setting = TrialRunner.Setting(
            program: program, importer: .own(program: program), bound: .seconds(15).withPatience, parent: memory)
        setting.startsProviders = startsProviders
        return try TrialExecution(setting: setting).witnesses(of: trial)
    }

    private var memory: String? {
        (try? FileDescriptor.workingDirectory.status(of: "/dev/shm"))?.isDirectory == true ? "/dev/shm" : nil
    }

    /// Trials in which nothing depends on the moment: imports one after the other, rules without a time in them.
    private var repeatable: some Sequence<SoakTrial> {
        (1...).lazy.map(generator.trial).filter { trial in
            trial.steps.allSatisfy { if case .importing(let requests) = $0 { requests.count == 1 } else { true } }
                && !"\(trial.rules)".contains("milliseconds") && !"\(trial.rules)".contains("forever")
                && !"\(trial.rules)".contains("bytesPerSecond")
        }
    }

    /// What can't depend on anything but the trial: what became of each import, and what rules did.
    private func outcome(_ witnesses: Witnesses) -> [String] {
        let attempts = witnesses.attempts.map { attempt in
            let result = attempt.result
            return "\(attempt.document): \(result.exitCode ?? -1) \(result.failure?.phase ?? "-") "
                + "\(result.failure?.cause ?? "-") \(result.entry?.outcome ?? "-") \(attempt.servedAfterLift ?? "-")"
        }
        let files = witnesses.snapshots.map { "\($0.available.count) entries, \($0.files.count) files" }
        let kinds: Set<TraceEvent.Kind> = [
            .fault, .scope, .claim, .version, .move, .replace, .delete, .evict, .finding,
        ]
        let events = witnesses.trace.filter { kinds.contains($0.kind) }.map { event in
            "\(event.kind) \(event.action ?? "") \(event.item ?? "") \(event.path ?? "") \(event.rule ?? "") "
                + "\(event.version.map(String.init) ?? "") \(event.sha256 ?? "")"
        }
        return attempts + files + events.sorted()
    }

    @Test func `A trial comes to the same on a process that served others as on one of its own`() throws {
        for trial in repeatable.prefix(12) {
            let own = outcome(try witnesses(of: trial, startsProviders: true))
            let shared = outcome(try witnesses(of: trial, startsProviders: false))
            #expect(own == shared, "trial \(trial.number)")
        }
    }
}
