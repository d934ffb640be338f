import SystemIO
import Testing

@Suite struct ReportStatusFaultTests {
    @Test func `The status says current, and the content isn't here`() throws {
        let mount = try FaultyMount("{when: {operation: getxattr}, do: {report-status: current}}", isDataless: true)
        #expect(try mount.attribute("user.fpsim.state", of: "a.pdf") == "materialized")
    }
}
