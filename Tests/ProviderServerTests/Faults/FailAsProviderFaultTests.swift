import SystemIO
import Testing

@Suite struct FailAsProviderFaultTests {
    @Test func `A system call gets the provider's errno`() throws {
        let mount = try FaultyMount("{when: {operation: open}, do: {provider-error: no-such-item}}")
        #expect(throws: Errno.stale) { try mount.content(of: "a.pdf") }
    }

    @Test func `A coordinated read gets the domain and the code`() throws {
        let mount = try FaultyMount("{when: {operation: coordinate}, do: {provider-error: not-authenticated}}")
        let error = try #require(mount.coordinatedRead("a.pdf").error)
        #expect(error.domain == "NSFileProviderErrorDomain")
        #expect(error.code == -1000)
    }
}
