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
        var event = TraceEvent(.operation)
        event.operation = call.operation.rawValue
        if let name = call.name {
            event.path = nodes.pathText(of: call.node, appending: name)
        } else {
            let names = tracedNames.names(of: call.node, in: nodes)
            event.path = names.path
            event.item = names.item
        }
        if let folder = call.otherFolder, let name = call.otherName {
            event.to = nodes.pathText(of: folder, appending: name)
        }
        let isOpen = call.operation == .open
        if let process = isOpen ? processes.opener(call.threadID) : processes.process(ofThread: call.threadID) {
            event.pid = process.processID
            event.process = process.name
        }
        event.offset = call.offset
        event.size = call.length
        event.flags = call.flags.map(Int64.init)
        event.result = Int64(result)
        event.errno = errno?.name
        event.rule = rule
        event.duration = Int64(clamping: MonotonicTime.now.nanoseconds - call.startedAt.nanoseconds)
        record(event)
    }

    /// Writes an event, and has it flushed soon: a test that reads the file asks for `flush`, a person looks at it.
    func record(_ event: consuming TraceEvent) {
        guard let trace else { return }
        event.time = now.nanoseconds
        if connections.values.contains(where: \.watches) { tellWatchers(event) }
        trace.record(event)
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
