import ProviderModel
import Testing

@Suite struct ItemTests {
    private var dataless: Item { Item(identifier: ItemIdentifier(rawValue: 7), isDataless: true) }

    @Test func `there is one download per version, whatever the number of readers`() {
        var bucket: TokenBucket?
        var item = dataless
        #expect(item.beginDownload(DownloadPlan(size: 10, latency: .seconds(1)), at: .zero) == true)
        #expect(item.beginDownload(DownloadPlan(size: 10), at: .zero) == false)
        #expect(item.stateName == "materializing")
        #expect(item.advanceDownload(to: .zero + .seconds(1), shared: &bucket) == .finished)
        #expect(item.beginDownload(DownloadPlan(size: 10), at: .zero) == false)
        #expect(item.downloadCount == 1)
    }

    @Test func `a failed download leaves the item dataless and can be tried again`() {
        var bucket: TokenBucket?
        var item = dataless
        var plan = DownloadPlan(size: 10)
        plan.add(.init(at: 3, kind: .fail(errno: 110), rule: nil))
        #expect(item.beginDownload(plan, at: .zero) == true)
        #expect(item.advanceDownload(to: .zero, shared: &bucket) == .failed(errno: 110, rule: nil))
        #expect(item.stateName == "dataless")
        #expect(item.lastDownloadError == 110)
        #expect(item.beginDownload(DownloadPlan(size: 10), at: .zero) == true)
        #expect(item.lastDownloadError == nil)
    }

    @Test func `an open item isn't evicted unless it is forced`() throws {
        var item = Item(identifier: ItemIdentifier(rawValue: 7), isDataless: false)
        item.openCount = 1
        #expect(throws: Item.EvictionRefusal.isOpen) { try item.evict() }
        try item.evict(evenIfOpen: true)
        #expect(item.stateName == "dataless")
    }

    @Test func `a replacement is a new version`() {
        var item = Item(identifier: ItemIdentifier(rawValue: 7), isDataless: false)
        item.replace(with: .bytes([1, 2, 3]), dataless: true)
        #expect(item.version == ContentVersion(rawValue: 2))
        #expect(item.stateName == "dataless")
        #expect(item.content?.size(ofSource: 99) == 3)
    }
}
