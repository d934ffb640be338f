import ProviderTesting
import SystemIO
import Testing

@Suite struct GrowFaultTests {
    @Test func `A file is a part at first, and whole in the end`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {grow: {from: 60%, over: 1s}}}")
        let file = try mount.open("a.pdf")
        let size = try file.status().size
        #expect(size >= 60_000 && size < 100_000)
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        while try file.status().size < 100_000, .now < deadline {}
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }

    @Test func `Its time moves as long as it grows, also where a byte is a long time coming`() throws {
        let mount = try FaultyMount("{when: {operation: open, nth: 1}, do: {grow: {from: 99%, over: 300ms}}}")
        let file = try mount.open("a.pdf")
        var times: Set<FileStatus.Timestamp> = []
        let deadline = ContinuousClock.now + .seconds(10).withPatience
        repeat { times.insert(try file.status().modified) } while try file.status().size < 100_000 && .now < deadline
        #expect(times.count > 2)
        let last = try file.status().modified
        #expect(try file.status().modified == last)
    }
}
