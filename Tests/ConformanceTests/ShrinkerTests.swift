import Conformance
import Testing

@Suite struct ShrinkerTests {
    @Test func `a failing list is shrunk to what makes it fail`() {
        let shrunk = Shrinker.shrink(Array(0..<1000)) { $0.contains(17) && $0.contains(801) }
        #expect(shrunk == [17, 801])
    }
}
