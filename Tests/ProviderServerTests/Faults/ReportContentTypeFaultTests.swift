import SystemIO
import Testing

@Suite struct ReportContentTypeFaultTests {
    @Test func `The stated content type is the lie`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-content-type: public.html}}")
        #expect(try mount.attribute("user.fpsim.content-type", of: "a.pdf") == "public.html")
    }
}
