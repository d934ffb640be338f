import SystemIO
import Testing

@Suite struct HoldClaimFaultTests {
    @Test func `A reader waits for the writer that another process is`() throws {
        let mount = try FaultyMount("{when: {nth: 1}, do: {hold-claim: {mode: writing, for: 200ms}}}")
        let taken = ContinuousClock().measure { #expect(mount.coordinatedRead("a.pdf").content == FaultyMount.content) }
        #expect(taken >= .milliseconds(150))
    }

    @Test func `Readers don't wait for a reader`() throws {
        let mount = try FaultyMount("{when: {nth: 1}, do: {hold-claim: {mode: reading}}}")
        #expect(mount.coordinatedRead("a.pdf").content == FaultyMount.content)
    }
}
