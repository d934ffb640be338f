import SystemIO
import Testing

@Suite struct ZerosFaultTests {
    @Test func `There are zeros in the place, and content around it`() throws {
        let mount = try FaultyMount("{when: {operation: read}, do: {zeros: {from: 40%, length: 5000B}}}")
        var expected = FaultyMount.content
        for place in 40_000..<45_000 { expected[place] = 0 }
        #expect(try mount.content(of: "a.pdf") == expected)
    }
}
