import SystemIO
import Testing

@testable import Soak

@Suite struct ResourceWatchTests {
    @Test func `Looking again and again keeps nothing`() throws {
        var watch = ResourceWatch()
        for _ in 0..<50 { watch.look() }
        let before = try #require(watch.growth.first { $0.what == "memory" })
        for _ in 0..<2000 { watch.look() }
        let after = try #require(watch.growth.first { $0.what == "memory" })
        #expect(before.last > 0)
        // Other tests run in this process: what is kept of each look would come to more than theirs.
        // A sanitizer keeps what was freed for a while, up to 256 MiB.
        let most = Confinement.isSanitized ? 300 << 10 : 20 << 10
        #expect(after.last - before.last < most, "\(before) \(after)")
        #expect(after.unit == "KiB")
    }

    @Test func `It sees descriptors and children of this process`() throws {
        var watch = ResourceWatch()
        let pipe = try Pipe()
        for _ in 0..<8 { watch.look() }
        let descriptors = try #require(watch.growth.first { $0.what == "descriptors" })
        #expect(descriptors.last >= 5)
        withExtendedLifetime(pipe) {}
    }
}
