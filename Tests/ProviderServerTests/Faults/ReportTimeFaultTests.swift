import SystemIO
import Testing

@Suite struct ReportTimeFaultTests {
    @Test func `The stated times are the lie, the other one is true`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-time: {as: epoch, of: modified}}}")
        #expect(try mount.status(of: "a.pdf").modified.seconds == 0)
        #expect(try mount.status(of: "a.pdf").changed.seconds > 1_000_000_000)
        let moving = try FaultyMount("{when: {path: a.pdf}, do: {report-time: {as: changing}}}")
        let first = try moving.status(of: "a.pdf").modified
        #expect(try moving.status(of: "a.pdf").modified != first)
    }
}
