import ProviderModel
import Testing

@Suite struct DownloadTests {
    private let start = MountTime(nanoseconds: 5_000_000_000)

    /// Runs a download as the mount's timers would.
    private func run(
        _ download: inout Download, bucket: inout TokenBucket?, from start: MountTime, steps: Int = 10_000
    ) -> (Download.Step, MountTime) {
        var now = start
        for _ in 0..<steps {
            let step = download.advance(to: now, shared: &bucket)
            guard case .wait(let until) = step, until != .never else { return (step, now) }
            now = until
        }
        return (.wait(until: now), now)
    }

    @Test func `latency comes before the first byte, and the bandwidth says the rest`() {
        var bucket: TokenBucket? = TokenBucket(bytesPerSecond: 1_000_000)
        var download = Download(
            version: .first, plan: DownloadPlan(size: 2_000_000, latency: .milliseconds(300)), at: start)
        let (step, end) = run(&download, bucket: &bucket, from: start)
        #expect(step == .finished)
        #expect(end - start == .milliseconds(2300))
        #expect(download.received == 2_000_000)
    }

    @Test func `two downloads share the bandwidth`() {
        var bucket: TokenBucket? = TokenBucket(bytesPerSecond: 1_000_000)
        var downloads = [1, 2].map { _ in Download(version: .first, plan: DownloadPlan(size: 500_000), at: start) }
        var due = [start, start]
        var finished: [MountTime] = []
        while finished.count < 2 {
            let index = due[0] <= due[1] ? 0 : 1
            let now = due[index]
            switch downloads[index].advance(to: now, shared: &bucket) {
            case .wait(let until): due[index] = until
            default:
                finished.append(now)
                due[index] = .never
            }
        }
        #expect(finished[1] - start == .seconds(1))
        #expect(finished[0] - start >= .milliseconds(900))
    }

    @Test func `a download without bandwidth or latency is over at once`() {
        var bucket: TokenBucket?
        for size in [0, 1, Int64.max / 4] {
            var download = Download(version: .first, plan: DownloadPlan(size: size), at: start)
            #expect(download.advance(to: start, shared: &bucket) == .finished)
            #expect(download.received == size)
        }
    }

    @Test func `a stall holds at its byte until it is released`() {
        var bucket: TokenBucket?
        var plan = DownloadPlan(size: 1000)
        plan.add(.init(at: 400, kind: .stall(nil), rule: "stalls"))
        var download = Download(version: .first, plan: plan, at: start)
        #expect(download.advance(to: start, shared: &bucket) == .wait(until: .never))
        #expect(download.received == 400)
        #expect(download.stalledBy == "stalls")
        let later = start + .seconds(3600)
        #expect(download.advance(to: later, shared: &bucket) == .wait(until: .never))
        download.release(at: later)
        #expect(download.advance(to: later, shared: &bucket) == .finished)
    }

    @Test func `a stall with an end goes on by itself, and a failure after it is met`() {
        var bucket: TokenBucket?
        var plan = DownloadPlan(size: 1000)
        plan.add(.init(at: 900, kind: .fail(errno: 5), rule: "fails"))
        plan.add(.init(at: 400, kind: .stall(.seconds(2)), rule: "stalls"))
        var download = Download(version: .first, plan: plan, at: start)
        let (step, end) = run(&download, bucket: &bucket, from: start)
        #expect(step == .failed(errno: 5, rule: "fails"))
        #expect(end - start == .seconds(2))
        #expect(download.received == 900)
    }

    @Test func `an early end is success with fewer bytes`() {
        var bucket: TokenBucket?
        var plan = DownloadPlan(size: 1000)
        plan.add(.init(at: 250, kind: .end, rule: "cut"))
        var item = Item(identifier: ItemIdentifier(rawValue: 1), isDataless: true)
        #expect(item.beginDownload(plan, at: start) == true)
        #expect(item.advanceDownload(to: start, shared: &bucket) == .finished)
        #expect(item.isMaterialized)
        #expect(item.truncatedAt == 250)
    }

    @Test func `a stop beyond the end happens at the end`() {
        var bucket: TokenBucket?
        var plan = DownloadPlan(size: 10)
        plan.add(.init(at: 99, kind: .fail(errno: 5), rule: "late"))
        var download = Download(version: .first, plan: plan, at: start)
        #expect(download.advance(to: start, shared: &bucket) == .failed(errno: 5, rule: "late"))
        #expect(download.received == 10)
    }

    @Test func `lifting the rules lets a stalled download finish`() {
        var bucket: TokenBucket?
        var plan = DownloadPlan(size: 10)
        plan.throttle = 1
        plan.add(.init(at: 5, kind: .stall(nil), rule: "a"))
        plan.add(.init(at: 7, kind: .fail(errno: 5), rule: "b"))
        var download = Download(version: .first, plan: plan, at: start)
        _ = run(&download, bucket: &bucket, from: start)
        let later = start + .seconds(60)
        download.lift(at: later)
        #expect(download.advance(to: later, shared: &bucket) == .finished)
    }
}
