import SystemIO
import Testing

@testable import Importer

@Suite struct GroupCommitTests {
    @Test func `everybody gets the result of its own request, and steps are shared`() throws {
        let sizes = ConditionVariable<[Int]>([])
        let arrived = ConditionVariable(0)
        let group = GroupCommit<Int, Int> { requests in
            // The first step is slow, as an fsync is: all come meanwhile.
            arrived.wait { $0 == 200 ? () : nil }
            sizes.change { $0.append(requests.count) }
            return requests.map { $0 % 7 == 0 ? .failure(Errno.ioError) : .success($0 * 2) }
        }
        let answers = ConditionVariable<[Int: Int?]>([:])
        for number in 0..<200 {
            try DetachedThread.start {
                arrived.change { $0 += 1 }
                let answer = try? group.submit(number).get()
                answers.change { $0[number] = .some(answer) }
            }
        }
        let all = answers.wait { $0.count == 200 ? $0 : nil }
        for (number, answer) in all { #expect(answer == (number % 7 == 0 ? nil : number * 2)) }
        let steps = sizes.changeQuietly { $0 }
        #expect(steps.reduce(0, +) == 200)
        #expect(steps.count < 200)
    }

    @Test func `who is alone waits for nobody`() throws {
        let traffic = ImportTraffic()
        traffic.enter()
        let group = GroupCommit<Int, Int>(traffic: traffic, linger: .seconds(60)...Duration.seconds(60)) { requests in
            requests.map { .success($0) }
        }
        let start = MonotonicTime.now
        #expect(try group.submit(1).get() == 1)
        #expect(MonotonicTime.now - start < .seconds(30))
    }

    @Test func `a leader waits for those on their way, and goes as soon as all have come`() throws {
        let traffic = ImportTraffic()
        let sizes = ConditionVariable<[Int]>([])
        let group = GroupCommit<Int, Int>(traffic: traffic, linger: .seconds(60)...Duration.seconds(60)) { requests in
            sizes.change { $0.append(requests.count) }
            return requests.map { .success($0) }
        }
        let start = MonotonicTime.now
        for _ in 0..<40 { traffic.enter() }
        let ended = ConditionVariable(0)
        for number in 0..<40 {
            try DetachedThread.start {
                _ = group.submit(number)
                traffic.leave()
                ended.change { $0 += 1 }
            }
        }
        ended.wait { $0 == 40 ? () : nil }
        #expect(sizes.changeQuietly { $0 } == [40])
        #expect(MonotonicTime.now - start < .seconds(30))
    }

    @Test func `one that hangs is waited for once, and not at each step`() throws {
        let traffic = ImportTraffic()
        let limit = Duration.seconds(2)
        let group = GroupCommit<Int, Int>(traffic: traffic, linger: limit...limit) { requests in
            requests.map { .success($0) }
        }
        // The first hangs; the second goes from step to step.
        traffic.enter()
        traffic.enter()
        let start = MonotonicTime.now
        _ = group.submit(0)
        let first = MonotonicTime.now - start
        #expect(first >= limit)
        for number in 1...20 { _ = group.submit(number) }
        #expect(MonotonicTime.now - start - first < limit * 10)
    }

    @Test func `who hung and goes on is waited for again`() throws {
        let traffic = ImportTraffic()
        let limit = Duration.milliseconds(1)
        for _ in 0..<2 { traffic.enter() }
        traffic.halt()
        traffic.pause(atMost: limit)
        // It comes to a group, goes on, and hangs again: a leader waits for it as for anybody.
        traffic.halt()
        traffic.resume(1)
        let start = MonotonicTime.now
        traffic.pause(atMost: .milliseconds(200))
        #expect(MonotonicTime.now - start >= .milliseconds(200))
    }
}
