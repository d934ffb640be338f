import FileCoordination
import Foundation
import SystemIO
import Testing

@Suite struct RevokeScopeFaultTests {
    @Test func `A grant is gone, and what is open stays open`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 1}, do: {revoke-scope: {}}}", needsScope: true)
        let url = try mount.provider.pick("a.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        let file = try mount.open("a.pdf")
        #expect(try file.content() == FaultyMount.content)
        #expect(throws: Errno.notPermitted) { try mount.open("a.pdf") }
        url.stopAccessingSecurityScopedResource()
    }
}
