import ProviderModel
import Testing

@Suite struct NamespaceOverlayTests {
    @Test func `a moved item is hidden where it was and listed where it is`() {
        var overlay = NamespaceOverlay<Int>()
        #expect(!overlay.touches(1))
        overlay.remove(Array("a.pdf".utf8), in: 1, existsInSource: true)
        overlay.add(Array("a.pdf".utf8), in: 2, node: 7)
        #expect(overlay.entry(Array("a.pdf".utf8), in: 1) == .hidden)
        #expect(overlay.entry(Array("a.pdf".utf8), in: 2) == .node(7))
        #expect(overlay.masks(Array("a.pdf".utf8), in: 1))
        #expect(overlay.additions(in: 2).map(\.node) == [7])
        #expect(overlay.additions(in: 1).isEmpty)
    }

    @Test func `a name that was only added leaves nothing behind when it goes`() {
        var overlay = NamespaceOverlay<Int>()
        overlay.add([1], in: 2, node: 7)
        overlay.remove([1], in: 2, existsInSource: false)
        #expect(overlay.isEmpty)
    }
}
