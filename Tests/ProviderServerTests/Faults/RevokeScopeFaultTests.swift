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

    @Test func `A grant that goes at the opening refuses that very open`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {revoke-scope: {}}}", needsScope: true)
        let url = try mount.provider.pick("a.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        #expect(throws: Errno.notPermitted) { try mount.open("a.pdf") }
        url.stopAccessingSecurityScopedResource()
        #expect(try mount.provider.trace.hasNoReadOutsideScope)
    }
}
