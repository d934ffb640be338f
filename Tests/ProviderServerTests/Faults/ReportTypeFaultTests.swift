import SystemIO
import Testing

@Suite struct ReportTypeFaultTests {
    @Test func `A file is stated to be a folder`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-type: directory}}")
        #expect(try mount.status(of: "a.pdf").isDirectory)
        #expect(try mount.status(of: "f/b.pdf").isRegular)
    }
}
