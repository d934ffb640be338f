import Glibc
import Testing

@testable import AccessClaims

/// A generator that a printed seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The rules written down once more, as slowly and plainly as possible: a list in order of arrival.
struct ClaimModel {
    struct Entry {
        let request: ClaimRequest
        var isGranted = false
    }

    var entries: [Entry] = []

    private static func unit(_ path: ItemPath) -> [String] {
        var names: [String] = []
        for name in path.description.split(separator: "/").map(String.init) {
            names.append(name)
            if name.hasSuffix(".rtfd") { break }
        }
        return names
    }

    static func conflict(_ a: ClaimRequest, _ b: ClaimRequest) -> Bool {
        if a.purpose == b.purpose { return false }
        let structural: Set<AccessOption> = [.forDeleting, .forMoving, .forReplacing]
        for x in a.intents {
            for y in b.intents {
                let (p, q) = (unit(x.path), unit(y.path))
                if p == q, x.mode == .writing || y.mode == .writing { return true }
                if q.count > p.count, q.starts(with: p), !x.options.isDisjoint(with: structural) { return true }
                if p.count > q.count, p.starts(with: q), !y.options.isDisjoint(with: structural) { return true }
            }
        }
        return false
    }

    /// Grants in order of arrival whatever conflicts with nothing that is before it.
    mutating func settle() {
        for index in entries.indices where !entries[index].isGranted {
            let blocked = entries.indices.contains {
                $0 != index && (entries[$0].isGranted || $0 < index)
                    && Self.conflict(entries[$0].request, entries[index].request)
            }
            if !blocked { entries[index].isGranted = true }
        }
    }

    var granted: Set<ClaimID> { Set(entries.filter(\.isGranted).map(\.request.id)) }
}

@Suite struct ClaimArbiterModelTests {
    @Test(arguments: (0..<40).map { UInt64.random(in: 0...UInt64.max) &+ UInt64($0) })
    func `grants are those of the plain model, step by step`(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        var arbiter = ClaimArbiter()
        var model = ClaimModel()
        var granted: Set<ClaimID> = []
        let paths: [ItemPath] = ["a", "b", "d", "d/x", "d/y", "d/p.rtfd", "d/p.rtfd/1", "d/e/z", "d/e"]
        let writingOptions: [AccessOption?] = [nil, nil, .forDeleting, .forMoving, .forMerging, .forReplacing]

        func take(_ effects: [ClaimEffect]) {
            for case .grant(let id, _) in effects { granted.insert(id) }
        }

        for step in 1...300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let intents = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                    let isWriting = Bool.random(using: &random)
                    let option = isWriting ? writingOptions.randomElement(using: &random)! : nil
                    return ClaimIntent(
                        path: paths.randomElement(using: &random)!, mode: isWriting ? .writing : .reading,
                        options: option.map { [$0] } ?? [])
                }
                let request = ClaimRequest(
                    id: ClaimID(rawValue: step), owner: ClaimOwner(rawValue: Int.random(in: 0..<6, using: &random)),
                    purpose: "p\(Int.random(in: 0..<8, using: &random))", intents: intents)
                model.entries.append(.init(request: request))
                take(arbiter.enqueue(request))
            case 5..<8:
                guard let id = model.granted.sorted(by: { $0.rawValue < $1.rawValue }).randomElement(using: &random)
                else { continue }
                model.entries.removeAll { $0.request.id == id }
                granted.remove(id)
                take(arbiter.release(id))
            case 8:
                guard let entry = model.entries.randomElement(using: &random) else { continue }
                if !entry.isGranted { model.entries.removeAll { $0.request.id == entry.request.id } }
                take(arbiter.cancel(entry.request.id))
            default:
                let owner = ClaimOwner(rawValue: Int.random(in: 0..<6, using: &random))
                for entry in model.entries where entry.request.owner == owner { granted.remove(entry.request.id) }
                model.entries.removeAll { $0.request.owner == owner }
                take(arbiter.drop(owner))
            }
            model.settle()
            guard granted == model.granted else {
                Issue.record("Seed \(seed), step \(step): granted \(granted), the model says \(model.granted).")
                return
            }
            #expect(arbiter.heldCount == granted.count)
            #expect(arbiter.waitingCount == model.entries.count - granted.count)
        }
    }

    @Test(arguments: (0..<20).map { UInt64.random(in: 0...UInt64.max) &+ UInt64($0) })
    func `whatever is nested in what, everything ends, and nobody is refused without a circle`(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        var s = ArbiterScript()
        var open: Set<Int> = []
        // A thread is a stack of claims: it asks for and releases the innermost only.
        var threads: [[Int]] = []
        let paths = ["a", "b", "d", "d/x"]

        func finish(_ index: Int, _ s: inout ArbiterScript) {
            let id = threads[index].removeLast()
            open.remove(id)
            s.release(id)
        }
        func dropRefused() {
            for index in threads.indices { threads[index].removeAll { s.refused.keys.contains($0) } }
            threads.removeAll(where: \.isEmpty)
            open.subtract(s.refused.keys)
        }

        for _ in 1...200 {
            let ready = threads.indices.filter { s.granted.contains(threads[$0].last!) }
            if let index = ready.randomElement(using: &random), Int.random(in: 0..<3, using: &random) == 0 {
                finish(index, &s)
            } else {
                let index = Bool.random(using: &random) ? ready.randomElement(using: &random) : nil
                let mode = Bool.random(using: &random) ? AccessMode.reading : .writing
                let path = paths.randomElement(using: &random)!
                let id = s.claim(mode, path, within: index.map { threads[$0] } ?? [])
                open.insert(id)
                if let index { threads[index].append(id) } else { threads.append([id]) }
            }
            dropRefused()
        }
        while let index = threads.indices.first(where: { s.granted.contains(threads[$0].last!) }) {
            finish(index, &s)
            dropRefused()
        }
        #expect(open.isEmpty, "Seed \(seed): these wait for ever: \(open.sorted())")
        #expect(s.arbiter.heldCount == 0 && s.arbiter.waitingCount == 0)
    }

    @Test func `a thousand writers of one item go one by one in their order`() {
        var s = ArbiterScript()
        for _ in 1...1000 { s.claim(.writing, "a") }
        for turn in 1...1000 {
            #expect(s.granted == [turn])
            s.release(turn)
        }
        #expect(s.arbiter.waitingCount == 0)
    }

    /// An arbiter whose every step looks at every claim takes minutes for this, in a debug build. It is the processor's
    /// time: what else the machine does isn't the arbiter's.
    @Test(arguments: Crowd.allCases) func `a crowd of thousands costs each no more than a crowd of hundreds`(
        crowd: Crowd
    ) {
        let few = crowd.pass(count: 300)
        let many = crowd.pass(count: 3000)
        print("\(crowd): 300 in \(few), 3000 in \(many)")
        #expect(many < .seconds(20))
    }

    enum Crowd: CaseIterable {
        case writersOfOneItem, readersBehindAWriter, readersAndWriters, deletersInAFolder, giversUp

        /// All ask, then each that is granted ends, until nobody is left.
        func pass(count: Int) -> Duration {
            var arbiter = ClaimArbiter()
            var granted: [ClaimID] = []
            func take(_ effects: [ClaimEffect]) {
                for case .grant(let id, _) in effects { granted.append(id) }
            }
            let start = processorTime()
            for number in 0..<count { take(arbiter.enqueue(request(number))) }
            if self == .giversUp {
                for number in 1..<count { take(arbiter.cancel(ClaimID(rawValue: number))) }
            }
            while let id = granted.popLast() { take(arbiter.release(id)) }
            let time = processorTime() - start
            #expect(arbiter.waitingCount == 0 && arbiter.heldCount == 0)
            return time
        }

        private func processorTime() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }

        private func request(_ number: Int) -> ClaimRequest {
            let intent =
                switch self {
                case .writersOfOneItem, .giversUp: ClaimIntent(path: "d/a", mode: .writing)
                case .readersBehindAWriter: ClaimIntent(path: "d/a", mode: number == 0 ? .writing : .reading)
                case .readersAndWriters: ClaimIntent(path: "d/a", mode: number % 3 == 0 ? .writing : .reading)
                case .deletersInAFolder:
                    ClaimIntent(path: ItemPath("d/\(number)"), mode: .writing, options: [.forDeleting])
                }
            return ClaimRequest(
                id: ClaimID(rawValue: number), owner: ClaimOwner(rawValue: number), purpose: "\(number)",
                intents: [intent])
        }
    }
}
