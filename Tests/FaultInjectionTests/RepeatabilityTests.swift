import FaultInjection
import ProviderModel
import Synchronization
import SystemIO
import Testing

@Suite struct RepeatabilityTests {
    /// Decides 200 reads of each of 32 items, the items shared out among threads, each item's reads in order.
    private func decisions(threads: Int, seed: UInt64) async throws -> [String: [String]] {
        var half = Trigger()
        half.odds = Odds(1, outOf: 2)
        var rare = Trigger()
        rare.odds = Odds(1, outOf: 20)
        rare.times = 3
        var every = Trigger()
        every.every = 7
        let engine = Mutex(
            FaultEngine(
                rules: [
                    Rule(name: "half", trigger: half, fault: .shortRead(ShortRead(bytes: ByteCount(9)))),
                    Rule(name: "rare", trigger: rare, fault: .fail(Fail(errno: .ioError))),
                    Rule(name: "every", trigger: every, fault: .corrupt(Corrupt(bytes: 1))),
                ], seed: seed))
        let shared = Shared(engine)
        return await withTaskGroup(of: [String: [String]].self) { group in
            for thread in 0..<threads {
                group.addTask {
                    var mine: [String: [String]] = [:]
                    for round in 0..<200 {
                        for item in stride(from: thread, to: 32, by: threads) {
                            let path = "item\(item).pdf"
                            let event = OperationEvent(
                                .read, path: path, item: ItemIdentifier(firstPath: path), offset: Int64(round),
                                length: 1,
                                itemSize: 1000)
                            let fired = shared.engine.withLock { $0.decide(event) }
                            mine[path, default: []].append(
                                fired.map { "\($0.rule)#\($0.nth)=\($0.roll)" }.joined(separator: ","))
                        }
                    }
                    return mine
                }
            }
            return await group.reduce(into: [:]) { $0.merge($1) { _, second in second } }
        }
    }

    private final class Shared: Sendable {
        let engine: Mutex<FaultEngine>
        init(_ engine: consuming Mutex<FaultEngine>) { self.engine = engine }
    }

    @Test func `The same seed decides the same with 1, 2 and 16 threads`() async throws {
        let alone = try await decisions(threads: 1, seed: 42)
        #expect(alone.values.joined().contains { $0.contains("rare") && $0.contains("half") })
        #expect(try await decisions(threads: 2, seed: 42) == alone)
        #expect(try await decisions(threads: 16, seed: 42) == alone)
        #expect(try await decisions(threads: 16, seed: 43) != alone)
    }

    @Test func `Hashes are the same in every process`() {
        #expect(ItemIdentifier(firstPath: "a.pdf").description == "ddbf8a18b247ef71")
        var hash = StableHash(seed: 1)
        hash.combine("x")
        hash.combine(2)
        #expect(hash.value == 7_309_198_269_155_516_340)
    }
}
