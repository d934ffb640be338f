import Foundation
import ImportCore
import Importer
import ProviderTesting
import SystemIO
import Testing

/// Many documents, some of a provider that doesn't answer.
@Suite(.serialized) struct BatchTests {
    private static let stalls = "rules:\n  - {name: stalls, when: {operation: read}, do: {stall: {for: forever}}}\n"

    @Test func `a silent provider takes no more places than are its own`() throws {
        let provider = try MountedProvider(
            yaml: "provider: Sample\n" + Self.stalls,
            documents: Dictionary(uniqueKeysWithValues: (0..<6).map { ("\($0).pdf", SampleDocument.pdf) }))
        defer { try? provider.stop() }
        let bench = try Workbench()
        var options = ImportBatchOptions()
        options.concurrency = 4
        options.concurrencyPerProvider = 3
        let slow = (0..<6).map { PickedSource(path: Array(provider.url.appendingPathComponent("\($0).pdf").path.utf8)) }
        let quick = try (0..<10).map { PlainFileSource(path: try bench.folder.write(SamplePDF.make(), "\($0).pdf")) }
        var sources: ArraySlice<any ImportSource> = (slow as [any ImportSource] + quick)[...]
        let batch = ImportBatch(importer: bench.importer, options: options)
        var (imported, cancelled) = (0, 0)
        batch.run({ sources.popFirst() }) { outcome in
            switch outcome.result {
            case .success: imported += 1
            case .failure(let failure): cancelled += failure.kind == .cancelled ? 1 : 0
            }
            // All the others are in, while those of the silent provider are held.
            if imported == quick.count { batch.cancel() }
        }
        #expect(imported == quick.count)
        #expect(cancelled == 3)
        try bench.expectSound(quick.count)
    }

    private static let names = (0..<12).map { "\($0).pdf" }

    /// Five of the documents never come.
    private static func stalling() throws -> MountedProvider {
        try MountedProvider(
            yaml: """
                provider: Sample
                rules:
                  - {name: stalls, when: {operation: read, path: "f/{7,8,9,10,11}.pdf"}, do: {stall: {for: forever}}}
                """, documents: Dictionary(uniqueKeysWithValues: names.map { ("f/\($0)", SampleDocument.pdf) }))
    }

    private static func silently(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.output = .null
        options.error = .null
        return try ChildProcess(path: program, arguments: arguments, options: options)
    }

    @Test func `a batch that nohup started outlives its terminal`() throws {
        let provider = try Self.stalling()
        defer { try? provider.stop() }
        let bench = try Workbench()
        let folder = provider.url.appendingPathComponent("f").path
        let importer = try Self.silently(
            "/usr/bin/nohup", [Programs.fpsim, "import", "--recursive", "--library", bench.library.path, folder])
        try provider.waitUntilHeld(5, by: "stalls")
        try importer.signal(SIGHUP)
        try provider.liftFaults()
        #expect(try importer.wait(until: .now + .seconds(20)) == .exited(0))
        try bench.expectSound(12)
    }

    @Test(arguments: [SIGINT, SIGHUP])
    func `Ctrl-C, or the terminal's end, ends a batch at once, and what is resumed comes in once`(
        signal: Int32
    ) throws {
        let names = Self.names
        let provider = try Self.stalling()
        defer { try? provider.stop() }
        let bench = try Workbench()
        let arguments = [
            "import", "--resume", "--recursive", "--library", bench.library.path,
            provider.url.appendingPathComponent("f").path,
        ]
        let importer = try Self.silently(Programs.fpsim, arguments)
        try provider.waitUntilHeld(5, by: "stalls")
        let interrupted = ContinuousClock.now
        try importer.signal(signal)
        #expect(try importer.wait(until: .now + .seconds(20)) == .exited(130))
        #expect(ContinuousClock.now - interrupted < .seconds(5))
        let count = try bench.library.entries().count
        #expect(count <= 7)
        try bench.expectSound(count)
        try provider.liftFaults()
        let second = try Programs.run(arguments)
        #expect(second.status == 0)
        // None may have come in by then: those that wait in a group wait for the stalled ones too, for a moment.
        let leftOut = count == 0 ? "" : ", \(count) left out, since the library has them"
        #expect(second.error == "\(12 - count) imported, 0 failed\(leftOut)\n")
        #expect(Set(try bench.library.entries().map(\.displayName.text)) == Set(names))
        try bench.expectSound(12)
        let trace = try provider.trace
        #expect(trace.hasNoReadOutsideScope)
        #expect(trace.hasNoReadOutsideCoordination)
        #expect(trace.hasReleasedAllClaims)
    }

    @Test func `what can be retried is tried again, and what can't isn't`() throws {
        let provider = try MountedProvider(
            yaml: """
                provider: Sample
                rules:
                  - {name: fails twice, when: {operation: read, path: "a.pdf", times: 2}, do: {fail: EIO}}
                  - {name: web page, when: {operation: coordinate, path: "b.pdf"}, do: {replace: {with: html}}}
                """, documents: ["a.pdf": SampleDocument.pdf, "b.pdf": SampleDocument.pdf])
        defer { try? provider.stop() }
        let bench = try Workbench()
        var options = ImportBatchOptions()
        options.retries = 5
        options.backoff = .milliseconds(10)
        var sources = ["a.pdf", "b.pdf"].map {
            PickedSource(path: Array(provider.url.appendingPathComponent($0).path.utf8))
        }[...]
        var attempts: [String: Int] = [:]
        ImportBatch(importer: bench.importer, options: options).run({ sources.popFirst() }) { outcome in
            attempts[outcome.source.displayName.text] = outcome.attempts
        }
        #expect(attempts["a.pdf"] ?? 0 > 1)
        #expect(attempts["b.pdf"] == 1)
        try bench.expectSound(1)
    }
}
