import SystemIO
import Testing

@Suite struct ReportModeFaultTests {
    @Test func `The stated permission bits are the lie`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-mode: 0604}}")
        #expect(try mount.status(of: "a.pdf").permissions == 0o604)
    }
}
