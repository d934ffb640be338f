import FileCoordination
import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct MountedProviderTests {
    private static let needsScope = "provider: Sample\nprofile: lax\n"

    @Test(.provider(yaml: needsScope)) func `the trait mounts a provider with a document, and its trace tells all`()
        throws
    {
        let provider = try MountedProvider.current
        #expect(provider.name == "Sample")
        let picked = try provider.pick("document.pdf")
        #expect(throws: CocoaError.self) { try Data(contentsOf: provider.url.appendingPathComponent("document.pdf")) }
        #expect(picked.startAccessingSecurityScopedResource())
        #expect(try Data(contentsOf: picked) == SampleDocument.pdf)
        picked.stopAccessingSecurityScopedResource()

        let trace = try provider.trace
        #expect(trace.hasBalancedScopes)
        #expect(!trace.hasNoReadOutsideScope)
        #expect(trace.operations("open", on: "document.pdf").map(\.errno) == ["EPERM", nil])
        #expect(trace.droppedCount == 0)
    }

    @Test func `a provider that is stopped leaves nothing behind`() throws {
        let provider = try MountedProvider(documents: ["a/b.txt": Data("x".utf8)])
        let pid = provider.processIdentifier
        #expect(try Data(contentsOf: provider.url.appendingPathComponent("a/b.txt")) == Data("x".utf8))
        try provider.stop()
        try provider.stop()
        #expect(!FileManager.default.fileExists(atPath: provider.url.path))
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
    }

    @Test func `a provider that was killed is cleared`() throws {
        let provider = try MountedProvider(documents: ["a": Data("x".utf8)])
        provider.kill()
        #expect(throws: (any Error).self) { try Data(contentsOf: provider.url.appendingPathComponent("a")) }
        try provider.stop()
        let mountpoint = provider.url.path
        #expect(try !MountTable().current().contains { $0.mountpoint.elementsEqual(mountpoint.utf8) })
    }

    @Test func `a config that is wrong fails the mount with fpsim's own words`() {
        do {
            _ = try MountedProvider(yaml: "provider: X\nrulez: []\n")
            Issue.record("It was mounted.")
        } catch ProviderTestingError.mountFailed(let reason) {
            #expect(reason.contains("rulez"))
        } catch {
            Issue.record(error)
        }
    }

    @Test func `a test without the trait is told so`() {
        #expect(throws: ProviderTestingError.noProvider) { try MountedProvider.current }
    }
}
