import SystemIO
import Testing

@Suite struct QuotaFaultTests {
    @Test func `There is room for so many bytes, and no more`() throws {
        let mount = try FaultyMount("{when: {operation: write}, do: {quota: 3000}}")
        let bytes = [UInt8](repeating: 1, count: 2000)
        #expect(try mount.write(bytes, to: "a.pdf") == 2000)
        #expect(try mount.write(bytes, to: "a.pdf") == 1000)
        #expect(throws: Errno.noSpace) { try mount.write(bytes, to: "a.pdf") }
    }
}
