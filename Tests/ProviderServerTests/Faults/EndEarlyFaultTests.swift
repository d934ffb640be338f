import SystemIO
import Testing

@Suite struct EndEarlyFaultTests {
    @Test func `Content ends at the place, under the full size`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {end-early: {at: 40%}}}")
        #expect(try mount.content(of: "a.pdf") == Array(FaultyMount.content[..<40_000]))
        #expect(try mount.status(of: "a.pdf").size == 100_000)
    }

    @Test func `What a download gave stays cut`() throws {
        let mount = try FaultyMount(
            "{when: {operation: download, nth: 1}, do: {end-early: {at: 1000B}}}", isDataless: true)
        #expect(try mount.content(of: "a.pdf") == Array(FaultyMount.content[..<1000]))
        #expect(try mount.content(of: "a.pdf").count == 1000)
    }
}
