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
}
