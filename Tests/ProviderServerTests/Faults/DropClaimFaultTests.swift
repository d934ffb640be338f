import SystemIO
import Testing

@Suite struct DropClaimFaultTests {
    @Test func `A writer comes in while the reader believes in its claim`() throws {
        let mount = try FaultyMount(
            "{when: {nth: 1}, do: {drop-claim: {}}}", "{when: {operation: open, nth: 2}, do: {replace: {with: empty}}}")
        #expect(
            mount.coordinatedRead("a.pdf") { mount in
                _ = try? mount.open("a.pdf")
                return try? mount.content(of: "a.pdf")
            }.content == [])
    }
}
