import Dispatch
import Synchronization
import SystemIO
import Testing
import Trace

@Suite struct TraceWriterTests {
    private final class Collected: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private let header = TraceHeader(mount: "/m", provider: "P", seed: 1, startedAt: "2026-11-30T04:00:00Z")

    private func event(_ number: Int) -> TraceEvent {
        var event = TraceEvent(.operation)
        event.operation = "read"
        event.offset = Int64(number)
        return event
    }

    @Test func `events come out in order, numbered from one`() throws {
        let collected = Collected()
        let writer = TraceWriter(header: header, bufferSize: 512) { bytes in
            collected.bytes.withLock { $0 += bytes }
        }
        for number in 1...500 { writer.record(event(number)) }
        writer.finish()
        let reader = try TraceReader(collected.bytes.withLock { $0 })
        #expect(reader.events.map(\.offset) == (1...500).map { Int64($0) })
        #expect(reader.events.map(\.sequence) == (1...500).map { UInt64($0) })
        #expect(reader.droppedCount == 0)
    }

    @Test func `a sink that can't keep up costs events, which are counted where they are missing`() throws {
        let collected = Collected()
        let gate = DispatchSemaphore(value: 0)
        let writer = TraceWriter(header: header, bufferSize: 256, maximumPendingBuffers: 2) { bytes in
            gate.wait()
            collected.bytes.withLock { $0 += bytes }
        }
        for number in 1...200 { writer.record(event(number)) }
        for _ in 0..<10 { gate.signal() }
        writer.finish()
        let reader = try TraceReader(collected.bytes.withLock { $0 })
        let kept = reader.events.count { $0.kind == .operation }
        #expect(writer.droppedCount > 0)
        #expect(reader.droppedCount == writer.droppedCount)
        #expect(Int64(kept) + reader.droppedCount == 200)
    }

    @Test func `a sink that fails is said, and nothing waits for it`() {
        let writer = TraceWriter(header: header, bufferSize: 256) { _ throws(Errno) in throw Errno.noSpace }
        for number in 1...200 { writer.record(event(number)) }
        writer.finish()
        #expect(writer.failure == .noSpace)
        #expect(writer.droppedCount == 200)
    }
}
