import FileCoordination
import Foundation
import ProviderTesting
import SystemIO
import Testing

@Suite struct RestartFaultTests {
    @Test func `What is under way fails, grants are gone, new calls work`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 1}, do: {restart: {}}}", needsScope: true)
        let url = try mount.provider.pick("a.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        let file = try mount.open("a.pdf")
        #expect(throws: Errno.ioError) { try file.content() }
        // For a moment nobody answers yet.
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while errno(opening: "a.pdf", mount) == .notConnected, .now < deadline {}
        #expect(errno(opening: "a.pdf", mount) == .notPermitted)
        url.stopAccessingSecurityScopedResource()
    }

    private func errno(opening name: String, _ mount: FaultyMount) -> Errno? {
        do throws(Errno) {
            try mount.open(name)
            return nil
        } catch {
            return error
        }
    }
}
