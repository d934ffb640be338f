import SystemIO
import Testing

@Suite struct ListTwiceFaultTests {
    @Test func `The item is listed twice`() throws {
        let mount = try FaultyMount("{when: {path: a.pdf}, do: {list-twice: {}}}")
        #expect(try mount.names() == ["a.pdf", "a.pdf", "f"])
    }
}
