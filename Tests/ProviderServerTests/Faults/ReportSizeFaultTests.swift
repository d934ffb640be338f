import SystemIO
import Testing

@Suite struct ReportSizeFaultTests {
    @Test func `The stated size is the lie, and the content is whole`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-size: 0}}")
        #expect(try mount.status(of: "a.pdf").size == 0)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
        #expect(try mount.status(of: "f/b.pdf").size == 100_000)
    }

    @Test func `A part of the size is stated, and more bytes come`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-size: 40%}}")
        #expect(try mount.status(of: "a.pdf").size == 40_000)
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
