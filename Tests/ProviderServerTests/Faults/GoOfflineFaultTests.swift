import ProviderTesting
import SystemIO
import Testing

@Suite struct GoOfflineFaultTests {
    @Test func `What isn't here can't be read, what is here can`() throws {
        let mount = try FaultyMount("{do: {offline: {}}}", isDataless: true)
        #expect(throws: Errno.timedOut) { try mount.content(of: "a.pdf") }
        let here = try FaultyMount("{do: {offline: {}}}")
        #expect(try here.content(of: "a.pdf") == FaultyMount.content)
    }

    @Test func `The network comes back after its time`() throws {
        let mount = try FaultyMount("{do: {offline: {for: 300ms}}}", isDataless: true)
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while (try? mount.content(of: "a.pdf")) == nil, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
