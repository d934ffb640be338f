import SystemIO
import Testing

@Suite struct RefuseClaimFaultTests {
    @Test func `Coordinated access is refused with the error, once`() throws {
        let mount = try FaultyMount("{when: {nth: 1}, do: {refuse-claim: {}}}")
        #expect(mount.coordinatedRead("a.pdf").error?.code == -2005)
        #expect(mount.coordinatedRead("a.pdf").content == FaultyMount.content)
    }
}
