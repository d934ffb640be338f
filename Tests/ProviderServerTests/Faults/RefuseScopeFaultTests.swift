import FileCoordination
import Foundation
import SystemIO
import Testing

@Suite struct RefuseScopeFaultTests {
    @Test func `Starting access answers false, and opening stays refused`() throws {
        let mount = try FaultyMount("{do: {refuse-scope: {}}}", needsScope: true)
        let url = try mount.provider.pick("a.pdf")
        #expect(!url.startAccessingSecurityScopedResource())
        #expect(throws: Errno.notPermitted) { try mount.open("a.pdf") }
    }
}
