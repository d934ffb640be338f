import FileCoordination
import Foundation
import ProviderTesting
import SystemIO
import Testing

/// Real processes that claim the same items at random, some of them killed: what they wrote says whether they excluded
/// each other, and the trace whether the arbiter kept to its rules. By hand it is done with a thousand:
/// `fpsim-workload claims FOLDER --processes 1000`.
@Suite(.serialized) struct ClaimCrowdTests {
    private static let documents = Dictionary(
        uniqueKeysWithValues: ["a", "b", "c", "d"].map { ("\($0).pdf", SampleDocument.pdf) })

    @Test(
        .provider(yaml: "provider: Sample\nscope: none\n", documents: documents),
        arguments: [(processes: 100, accesses: 3, killed: 0), (processes: 40, accesses: 30, killed: 20)])
    func `b1, b21: a crowd of processes loses no write and no wake-up, and nobody is overtaken`(
        crowd: (processes: Int, accesses: Int, killed: Int)
    ) throws {
        let provider = try MountedProvider.current
        let seed = UInt64.random(in: 1...999_999)
        let outcome = try run(provider, crowd, seed)
        print("seed \(seed): \(outcome.output)")
        try #require(outcome.exit == .exited(0), "seed \(seed): \(outcome.output)")
        try provider.waitUntilQuiet()
        let history = ClaimHistory(try provider.traceEvents)
        #expect(history.violations == [], "seed \(seed)")
        if crowd.killed == 0 { #expect(history.grants == crowd.processes * crowd.accesses) }
        #expect(history.mostReaders > 1, "seed \(seed)")
        #expect(try provider.trace.findings.filter { $0.action == "deadlock" } == [])
    }

    private func run(
        _ provider: MountedProvider, _ crowd: (processes: Int, accesses: Int, killed: Int), _ seed: UInt64
    ) throws -> (exit: ChildProcess.Exit?, output: String) {
        let program = URL(fileURLWithPath: provider.program).deletingLastPathComponent()
            .appendingPathComponent("fpsim-workload")
        let run = try CapturedRun(
            path: program.path,
            arguments: [
                "claims", provider.url.path, "--processes", "\(crowd.processes)", "--count", "\(crowd.accesses)",
                "--kill", "\(crowd.killed)", "--seed", "\(seed)",
            ],
            until: .now + .seconds(120))
        return (run.exit, run.output.text + run.error.text)
    }
}
