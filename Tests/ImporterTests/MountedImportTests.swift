import Foundation
import ImportCore
import Importer
import ProviderTesting
import Testing

/// Imports from a real mount whose provider misbehaves.
@Suite(.serialized) struct MountedImportTests {
    /// What is imported into a fresh library, or how it fails; and in any case what the provider saw of it.
    private func outcome(
        _ name: String = "document.pdf", deadline: Duration = .seconds(20), rebuilt: Bool = false
    ) throws -> Result<ImportEntry, ImportFailure> {
        var options = DocumentImporter.Options()
        options.deadline = deadline
        let bench = try Workbench(options)
        let provider = try MountedProvider.current
        let url = rebuilt ? provider.url.appendingPathComponent(name) : try provider.pick(name)
        let source = CoordinatedSource(url: url, provider: provider.url.path)
        let result: Result<ImportEntry, ImportFailure>
        do throws(ImportFailure) {
            result = .success(try bench.importer.start(source).wait())
        } catch {
            result = .failure(error)
        }
        try bench.expectSound((try? result.get()) == nil ? 0 : 1)
        try provider.liftFaults()
        let trace = try provider.trace
        #expect(trace.hasBalancedScopes)
        #expect(trace.hasReleasedAllClaims)
        if !rebuilt {
            #expect(trace.hasNoReadOutsideScope)
            #expect(trace.hasNoReadOutsideCoordination)
        }
        return result
    }

    private func failure(_ name: String = "document.pdf", deadline: Duration = .seconds(20)) throws -> ImportFailure? {
        guard case .failure(let failure) = try outcome(name, deadline: deadline) else { return nil }
        return failure
    }

    @Test(.provider(yaml: "provider: Sample\n"))
    func `a picked document imports byte for byte, inside its scope and claim`() throws {
        let entry = try outcome().get()
        #expect(entry.result.size == Int64(SampleDocument.pdf.count))
        #expect(entry.displayName == DisplayName("document.pdf"))
    }

    @Test(.provider(yaml: "provider: Sample\n"))
    func `a URL that was rebuilt from its path fails in authorization`() throws {
        guard case .failure(let failure) = try outcome(rebuilt: true) else {
            Issue.record("it imported without a scope")
            return
        }
        #expect(failure.phase == .authorize)
        #expect(failure.kind == .access)
        #expect(failure.remedy == .pickAgain)
    }

    @Test(
        .provider(yaml: "provider: Sample\nitems:\n  - {match: \"**\", state: dataless, download: {latency: 20ms}}\n"))
    func `a dataless document is downloaded and imports`() throws {
        _ = try outcome().get()
    }

    @Test(
        .provider(
            yaml: """
                provider: Sample
                items:
                  - {match: "**", state: dataless}
                rules:
                  - {name: stalls, when: {operation: download}, do: {stall: {at: 40%, for: forever}}}
                """))
    func `a download that stalls for ever ends at the deadline, in coordination, and can be retried`() throws {
        let failure = try failure(deadline: .milliseconds(300))
        #expect(failure?.phase == .coordinate)
        #expect(failure?.kind == .deadline)
        #expect(failure?.isRetryable == true)
    }

    @Test(
        .provider(
            yaml: "provider: Sample\nrules:\n  - {name: stalls, when: {operation: read}, do: {stall: {for: forever}}}\n"
        ))
    func `a read that stalls for ever ends at the deadline, in staging`() throws {
        let failure = try failure(deadline: .milliseconds(300))
        #expect(failure?.phase == .stage)
        #expect(failure?.kind == .deadline)
    }

    @Test(
        .provider(
            yaml: "provider: Sample\nrules:\n  - {name: ends, when: {operation: read}, do: {end-early: {at: 40%}}}\n"))
    func `a document that ends early is incomplete`() throws {
        #expect(try failure()?.kind == .incomplete)
    }

    @Test(
        .provider(
            yaml: "provider: Sample\nrules:\n  - {name: zero, when: {operation: getattr}, do: {report-size: 0}}\n"))
    func `a size of 0 that is a lie is no size`() throws {
        _ = try outcome().get()
    }

    @Test(.provider(yaml: "provider: Sample\nrules:\n  - {name: fails, when: {operation: read}, do: {fail: EIO}}\n"))
    func `a read that fails is the provider's failure`() throws {
        let failure = try failure()
        #expect(failure?.phase == .stage)
        #expect(failure?.kind == .unavailable)
        #expect(failure?.isRetryable == true)
    }

    @Test(
        .provider(
            yaml:
                "provider: Sample\nrules:\n  - {name: stalls, when: {operation: flush}, do: {stall: {for: forever}}}\n"
        ))
    func `a close that stalls for ever ends at the deadline, and the document that came whole is imported`() throws {
        let entry = try outcome(deadline: .milliseconds(300)).get()
        #expect(entry.result.note == "the provider did not let go of the original in time")
    }

    @Test(
        .provider(
            yaml:
                "provider: Sample\nrules:\n  - {name: stalls, when: {operation: scope-stop}, do: {stall: {for: forever}}}\n"
        ))
    func `a stop of the scope that stalls for ever ends at the deadline, and the document is imported`() throws {
        let bench = try Workbench(Self.impatient)
        let provider = try MountedProvider.current
        let source = CoordinatedSource(url: try provider.pick("document.pdf"), provider: provider.url.path)
        let entry = try bench.importer.start(source).wait()
        #expect(entry.result.note == "the provider did not let go of the original in time")
        try bench.expectSound(1)
        try provider.liftFaults()
    }

    @Test(
        .provider(
            yaml:
                "provider: Sample\nrules:\n  - {name: stalls, when: {operation: scope-stop}, do: {stall: {for: forever}}}\n"
        ))
    func `a cancel ends an import whose stop of the scope stalls for ever`() throws {
        let bench = try Workbench()
        let provider = try MountedProvider.current
        let source = CoordinatedSource(url: try provider.pick("document.pdf"), provider: provider.url.path)
        let task = try bench.importer.start(source)
        try provider.waitUntilHeld(by: "stalls")
        task.cancel()
        #expect(throws: ImportFailure.self) { try task.wait() }
        try bench.expectSound(0)
        try provider.liftFaults()
    }

    private static var impatient: DocumentImporter.Options {
        var options = DocumentImporter.Options()
        options.deadline = .milliseconds(300)
        return options
    }
}
