import SystemIO
import Testing

@Suite struct SignOutFaultTests {
    @Test func `Coordinated access fails as not authenticated`() throws {
        let mount = try FaultyMount("{do: {sign-out: {}}}", isDataless: true)
        #expect(mount.coordinatedRead("a.pdf").error?.code == -1000)
    }
}
