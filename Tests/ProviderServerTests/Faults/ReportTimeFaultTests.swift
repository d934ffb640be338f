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

    @Test(arguments: [
        ("1601-01-01", -11_644_473_600), ("1980-01-01", 315_532_800), ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("2024-02-29", 1_709_164_800),
    ])
    func `A date is stated to the second`(text: String, seconds: Int64) throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {report-time: \(text)}}")
        #expect(try mount.status(of: "a.pdf").modified.seconds == seconds)
    }
}
