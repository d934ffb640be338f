import FileCoordination
import Foundation
import SystemIO
import Testing

@Suite struct NewIdentityFaultTests {
    @Test func `Another item has the path and the bytes`() throws {
        let mount = try FaultyMount("{when: {operation: open, path: a.pdf, nth: 1}, do: {new-identity: {}}}")
        let before = try mount.identifier(of: "a.pdf")
        _ = try mount.open("a.pdf")
        #expect(try mount.identifier(of: "a.pdf") != before)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }

    @Test func `Who had started its scope is refused from then on, and isn't found fault with until the stop`() throws {
        let mount = try FaultyMount(
            "{when: {operation: open, path: a.pdf, nth: 1}, do: {new-identity: {}}}", needsScope: true)
        let url = try mount.provider.pick("a.pdf")
        #expect(url.startAccessingSecurityScopedResource())
        // The open that brings the other item, and one that finds it there.
        for _ in 1...2 { #expect(throws: Errno.notPermitted) { try mount.open("a.pdf") } }
        url.stopAccessingSecurityScopedResource()
        let trace = try mount.provider.trace
        #expect(trace.hasNoReadOutsideScope && trace.hasBalancedScopes)
        #expect(trace.events("scope").map(\.action) == ["pick", "start", "revoked", "stop"])
        #expect(throws: Errno.notPermitted) { try mount.open("a.pdf") }
        #expect(try !mount.provider.trace.hasNoReadOutsideScope, "it had stopped by then")
    }
}
