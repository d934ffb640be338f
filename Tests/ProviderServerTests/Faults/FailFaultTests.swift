import SystemIO
import Testing

@Suite struct FailFaultTests {
    @Test func `Reads fail from the place on, and work before it`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {fail: {errno: ESTALE, at: 40%}}}")
        let file = try mount.open("a.pdf")
        #expect(try file.bytes(1000, at: 0) == Array(FaultyMount.content[..<1000]))
        #expect(throws: Errno.stale) { try file.bytes(1000, at: 39_500) }
    }

    @Test func `An operation fails once and then works`() throws {
        let mount = try FaultyMount("{when: {operation: getxattr, nth: 1}, do: {fail: EIO}}")
        let file = try mount.open("a.pdf")
        #expect(throws: Errno.ioError) { try file.attribute("user.fpsim.state") }
        _ = try file.attribute("user.fpsim.state")
    }
}
