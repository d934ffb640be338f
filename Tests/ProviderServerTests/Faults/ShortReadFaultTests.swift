import SystemIO
import Testing

@Suite struct ShortReadFaultTests {
    @Test func `A read gives less than was asked for and is there, and all comes in the end`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {short-read: 700}}")
        #expect(try mount.open("a.pdf").bytes(4096, at: 0) == Array(FaultyMount.content[..<700]))
        #expect(try mount.content(of: "a.pdf") == FaultyMount.content)
    }
}
