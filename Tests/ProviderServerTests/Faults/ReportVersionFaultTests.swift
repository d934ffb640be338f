import SystemIO
import Testing

@Suite struct ReportVersionFaultTests {
    @Test func `The stated version changes, and the content doesn't`() throws {
        let mount = try FaultyMount("{when: {operation: getxattr, path: a.pdf}, do: {report-version: {}}}")
        let first = try mount.attribute("user.fpsim.version", of: "a.pdf")
        #expect(try mount.attribute("user.fpsim.version", of: "a.pdf") != first)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
