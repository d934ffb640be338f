import FUSE
import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// Answers with an error, and records it.
    func fail<Answer>(_ reply: consuming Reply<Answer>, _ call: Call, _ failure: CallFailure) {
        reply.fail(failure.errno)
        record(call, errno: failure.errno, rule: failure.rule)
    }

    func fail<Answer>(_ reply: consuming Reply<Answer>, _ call: Call, _ errno: Errno, rule: String? = nil) {
        reply.fail(errno)
        record(call, errno: errno, rule: rule)
        if errno == .noSuchFile, !coordination.movedClaims.isEmpty, let name = call.name {
            checkForOriginalURL(
                nodes.pathText(of: call.node, appending: name), processes.process(ofThread: call.threadID))
        }
    }

    /// Records a call that was answered; kills the caller where a rule wants that after the operation.
    func done(_ call: Call, result: Int = 0, effects: CallEffects? = nil) {
        record(call, result: result, rule: effects?.rule)
        if let rule = effects?.killsAfterwards { killCaller(ofThread: call.threadID, rule: rule) }
    }

    /// One line of the trace for a call that was answered.
    @inline(__always)
    func record(_ call: Call, errno: Errno? = nil, result: Int = 0, rule: String? = nil) {
        if trace != nil { write(call, errno: errno, result: result, rule: rule) }
    }

    private func write(_ call: Call, errno: Errno?, result: Int, rule: String?) {
        let answered = MonotonicTime.now
        if hasWatchers { tellWatchers(event(call, errno, result, rule, answered)) }
        let operation = TracedOperation(
            time: clock.time(of: answered).nanoseconds, TracedWords.of(call.operation), tracedSubject(call),
            to: otherPath(call), by: processes.traced(call.threadID, opens: call.operation == .open),
            offset: call.offset, size: call.length, result: Int64(result), errno: errno?.name, rule: rule,
            duration: Int64(clamping: answered.nanoseconds - call.startedAt.nanoseconds),
            flags: call.flags.map(Int64.init))
        trace?.record(operation)
        flushTraceSoon()
    }

    private func tracedSubject(_ call: Call) -> TracePiece {
        let names = tracedNames.names(of: call.node, in: nodes)
        guard let name = call.name else { return names.piece }
        return .subject(path: names.path.isEmpty ? name.string : "\(names.path)/\(name.string)")
    }

    private func otherPath(_ call: Call) -> String? {
        guard let folder = call.otherFolder, let name = call.otherName else { return nil }
        return nodes.pathText(of: folder, appending: name)
    }

    /// The same as an event.
    private func event(
        _ call: Call, _ errno: Errno?, _ result: Int, _ rule: String?, _ answered: MonotonicTime
    ) -> TraceEvent {
        var event = TraceEvent(.operation)
        event.time = clock.time(of: answered).nanoseconds
        event.operation = call.operation.rawValue
        if let name = call.name {
            event.path = nodes.pathText(of: call.node, appending: name)
        } else {
            let names = tracedNames.names(of: call.node, in: nodes)
            event.path = names.path
            event.item = names.item
        }
        event.to = otherPath(call)
        if let process = processes.process(ofThread: call.threadID) {
            event.pid = process.processID
            event.process = process.name
        }
        event.offset = call.offset
        event.size = call.length
        event.flags = call.flags.map(Int64.init)
        event.result = Int64(result)
        event.errno = errno?.name
        event.rule = rule
        event.duration = Int64(clamping: answered.nanoseconds - call.startedAt.nanoseconds)
        return event
    }

    private var hasWatchers: Bool { !connections.isEmpty && connections.values.contains(where: \.watches) }

    /// Writes an event, and has it flushed soon: a test that reads the file asks for `flush`, a person looks at it.
    func record(_ event: consuming TraceEvent) {
        guard let trace else { return }
        event.time = now.nanoseconds
        if hasWatchers { tellWatchers(event) }
        trace.record(event)
        flushTraceSoon()
    }

    private func flushTraceSoon() {
        if traceFlush == nil {
            traceFlush = loop.schedule(after: .milliseconds(50)) { [unowned self] in
                traceFlush = nil
                self.trace?.flush()
            }
        }
    }

    func record(_ fired: FiredFault, _ subject: Subject, operation: Operation, _ process: CallingProcess?) {
        firedCounts[fired.rule, default: 0] += 1
        var event = TraceEvent(.fault)
        event.operation = operation.rawValue
        event.item = subject.item.description
        event.path = subject.path
        event.pid = process?.processID
        event.process = process?.name
        event.rule = fired.rule
        event.fault = fired.fault.kind.rawValue
        event.nth = Int64(fired.nth)
        event.message = fired.fault.spelling
        record(event)
        checkWaits()
    }
}

/// The part of a line that says the operation.
private enum TracedWords {
    private static let pieces = Operation.allCases.map { TracePiece.operation($0.rawValue) }

    static func of(_ operation: Operation) -> TracePiece { pieces[operation.index] }
}
