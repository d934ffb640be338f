import FileCoordination
import ProviderTesting
import Testing

@Suite(.serialized) struct CoordinationCostTests {
    /// The goal is 150 µs in a release build on an idle machine; a debug build on a busy one gets more. The figure is
    /// printed, and what is asserted catches an extra round trip that waits for something.
    @Test(.provider(yaml: "provider: Sample\nscope: none\n"))
    func `a coordinated read costs little over a plain one`() throws {
        let url = try MountedProvider.current.pick("document.pdf")
        func median(_ body: () -> Void) -> Duration {
            let clock = ContinuousClock()
            return (0..<400).map { _ in clock.measure(body) }.sorted()[200]
        }
        let plain = median { _ = try? Data(contentsOf: url) }
        let coordinated = median {
            NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ = try? Data(contentsOf: $0) }
        }
        print("a coordinated read: \(coordinated), a plain one: \(plain), so \(coordinated - plain) more")
        #expect(coordinated - plain < .milliseconds(5).withPatience)
    }
}
