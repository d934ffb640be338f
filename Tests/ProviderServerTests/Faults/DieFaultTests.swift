import ProviderTesting
import SystemIO
import Testing

@Suite struct DieFaultTests {
    @Test func `Every call fails while the provider is gone, and works when it is back`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 1, path: a.pdf}, do: {die: {back-after: 300ms}}}")
        #expect(throws: Errno.notConnected) { try mount.content(of: "a.pdf") }
        #expect(throws: Errno.notConnected) { try mount.content(of: "f/b.pdf") }
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while (try? mount.content(of: "a.pdf")) == nil, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }

    @Test func `A volume that is pulled out fails with the error that the rule says, open files too`() throws {
        let mount = try FaultyMount("{when: {operation: read, nth: 2, path: a.pdf}, do: {die: {with: ENXIO}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.bytes(10, at: 0).count == 10)
        for _ in 0..<2 {
            let error = #expect(throws: Errno.self) { try file.bytes(10, at: 10) }
            #expect(error?.name == "ENXIO")
        }
        let other = #expect(throws: Errno.self) { try mount.content(of: "f/b.pdf") }
        #expect(other?.name == "ENXIO")
    }
}
