import Dispatch
import Synchronization
import SystemIO

/// Writes events to a sink, off the thread that records them: that thread encodes into a buffer, and a queue hands
/// full buffers to the sink in order. When the sink can't keep up, events are dropped and counted; the count is an
/// event of its own at the place of the gap.
///
/// Confined to one thread, but for the sink, which is called on the queue.
package final class TraceWriter {
    /// Takes bytes in order; an error ends the trace (every later event counts as dropped).
    package typealias Sink = @Sendable ([UInt8]) throws(Errno) -> Void

    private struct Progress {
        var pendingBuffers = 0
        var failure: Errno?
        /// Events that the sink didn't take.
        var lostCount: Int64 = 0
    }

    private let sink: Sink
    private let queue = DispatchQueue(label: "fpsim.trace", qos: .utility)
    private let progress = Mutex(Progress())
    private let bufferSize: Int
    private let maximumPendingBuffers: Int
    private var line: JSONLine
    private var sequence: UInt64 = 0
    /// Events that were dropped since the last `dropped` line.
    private var droppedSinceLine: Int64 = 0
    private var droppedBefore: Int64 = 0
    private var bufferedCount: Int64 = 0
    private var hasFailed = false
    /// Events that were dropped since the start, or that the sink lost.
    package var droppedCount: Int64 { droppedBefore + progress.withLock(\.lostCount) }

    package init(
        header: TraceHeader, bufferSize: Int = 1 << 17, maximumPendingBuffers: Int = 128, sink: @escaping Sink
    ) {
        self.sink = sink
        self.bufferSize = bufferSize
        self.maximumPendingBuffers = maximumPendingBuffers
        line = JSONLine(capacity: bufferSize + 4096)
        line.write(header)
    }

    /// The sink's first error, if it had one.
    package var failure: Errno? { progress.withLock { $0.failure } }

    /// Whether events wait for `flush`.
    package var hasBufferedEvents: Bool { line.count > 0 }

    /// Records `event` with the next sequence number. Never waits.
    package func record(_ event: consuming TraceEvent) {
        guard begin(at: event.time) else { return }
        event.sequence = sequence
        line.write(event)
    }

    /// The same for an operation.
    package func record(_ operation: borrowing TracedOperation) {
        guard begin(at: operation.time) else { return }
        line.write(operation, sequence: sequence)
    }

    /// - Returns: whether there is room for an event, which has the sequence number that is reached then.
    private func begin(at time: Int64) -> Bool {
        sequence += 1
        if hasFailed || (line.count >= bufferSize && !handOver()) {
            droppedSinceLine += 1
            droppedBefore += 1
            return false
        }
        if droppedSinceLine > 0 {
            writeGap(at: time)
            sequence += 1
        }
        bufferedCount += 1
        return true
    }

    private func writeGap(at time: Int64) {
        var gap = TraceEvent(.dropped)
        gap.time = time
        gap.sequence = sequence
        gap.count = droppedSinceLine
        droppedSinceLine = 0
        line.write(gap)
    }

    /// Hands what is buffered to the queue; for when the recording thread has nothing else to do.
    package func flush() {
        if line.count > 0 { _ = handOver() }
    }

    /// The same, and calls `action` on the queue when the sink has all of it.
    package func flush(then action: @escaping @Sendable () -> Void) {
        flush()
        queue.async(execute: action)
    }

    /// Hands everything over and waits until the sink has it. A gap at the very end is recorded, too.
    package func finish() {
        queue.sync {}
        if droppedSinceLine > 0, !hasFailed {
            sequence += 1
            writeGap(at: 0)
        }
        flush()
        queue.sync {}
    }

    private func handOver() -> Bool {
        let accepted = progress.withLock { progress in
            hasFailed = progress.failure != nil
            guard progress.pendingBuffers < maximumPendingBuffers, !hasFailed else { return false }
            progress.pendingBuffers += 1
            return true
        }
        let count = bufferedCount
        if hasFailed {
            // What waits for a sink that takes no more is lost too.
            droppedBefore += count
            bufferedCount = 0
            _ = line.take(reserving: 0)
        }
        guard accepted else { return false }
        bufferedCount = 0
        let bytes = line.take(reserving: bufferSize + 4096)
        queue.async { [self] in write(bytes, count) }
        return true
    }

    private func write(_ bytes: [UInt8], _ count: Int64) {
        var failure = failure
        if failure == nil {
            do throws(Errno) { try sink(bytes) } catch { failure = error }
        }
        progress.withLock { progress in
            progress.pendingBuffers -= 1
            guard let failure else { return }
            if progress.failure == nil { progress.failure = failure }
            progress.lostCount += count
        }
    }
}

/// The members that the queue touches are constant or behind the mutex; all else belongs to the recording thread.
extension TraceWriter: @unchecked Sendable {}
