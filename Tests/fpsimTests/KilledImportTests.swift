import Foundation
import ProviderTesting
import SystemIO
import Testing

/// The provider, the importer or both are killed in the middle of an import. What the library holds afterwards is
/// whole, and nothing is left over.
@Suite struct KilledImportTests {
    enum Victim: String, CaseIterable, Sendable { case provider, importer, both }

    @Test(arguments: Victim.allCases)
    func `whoever is killed at whichever read, recovery leaves a clean library`(_ victim: Victim) throws {
        for read in 1...10 { try kill(victim, atRead: read) }
    }

    private func kill(_ victim: Victim, atRead read: Int) throws {
        let names = ["a.pdf", "b.pdf", "c.pdf"]
        let documents = Dictionary(
            uniqueKeysWithValues: names.map { ($0, SampleDocument.pdf(title: $0, size: 100_000)) })
        let provider = try MountedProvider(
            yaml: """
                provider: P
                rules:
                  - name: here
                    when: {operation: read, nth: \(read), per: rule}
                    do: {stall: {for: forever}}
                """, documents: documents)
        defer { try? provider.stop() }
        let library = provider.scratch.appendingPathComponent("library").path
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        let importer = try ChildProcess(
            path: try ProgramLocation.find(),
            arguments: ["import", "--library", library, "--jobs", "1"]
                + names.map { provider.url.appendingPathComponent($0).path }, options: options)
        try provider.waitUntilHeld(1, by: "here")
        // The importer first, or it may end by itself before its turn.
        if victim != .provider { try importer.signal(SIGKILL) }
        if victim != .importer { provider.kill() }
        let exit = try importer.wait(until: .now + .seconds(40))
        let ends: [ChildProcess.Exit?] = victim == .provider ? [.exited(1), .exited(3)] : [.killed(signal: SIGKILL)]
        #expect(ends.contains(exit), "read \(read)")

        #expect(try BuiltProgram.fpsim(["recover", "--library", library]).exit == .exited(0))
        let verification = try BuiltProgram.fpsim(["verify", "--library", library])
        #expect(verification.exit == .exited(0), "read \(read): \(verification.output.text)\(verification.error.text)")
    }
}
