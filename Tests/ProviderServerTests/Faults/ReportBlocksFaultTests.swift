import SystemIO
import Testing

@Suite struct ReportBlocksFaultTests {
    @Test func `The stated blocks are the lie`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-blocks: 0}}")
        #expect(try mount.status(of: "a.pdf").blocks == 0)
        #expect(try mount.status(of: "f/b.pdf").blocks > 0)
    }
}
