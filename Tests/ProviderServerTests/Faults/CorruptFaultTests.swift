import SystemIO
import Testing

@Suite struct CorruptFaultTests {
    @Test func `Some bytes are others, the same ones in every run`() throws {
        let rule = "{when: {operation: open}, do: {corrupt: {bytes: 16, from: 50%}}}"
        let first = try FaultyMount(rule).content(of: "a.pdf")
        let changed = first.indices.filter { first[$0] != FaultyMount.content[$0] }
        #expect(first.count == 100_000)
        #expect((1...16).contains(changed.count))
        #expect(changed.allSatisfy { $0 >= 50_000 })
        #expect(try FaultyMount(rule).content(of: "a.pdf") == first)
    }
}
