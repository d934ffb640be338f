import FUSE
import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    /// Takes a request of the kernel past the rules. `proceed` gets the reply back when the call may go on, now or
    /// later; a call that fails on the way is answered here.
    func gated<Answer>(
        _ call: Call, _ subject: Subject, _ reply: consuming Reply<Answer>,
        _ proceed: @escaping (consuming Reply<Answer>, CallEffects) -> Void
    ) {
        let kept = HeldReply(reply)
        gate(call, subject, interrupts: { kept.onInterrupt($0) }) { [unowned self] outcome in
            guard let reply = kept.take() else { return }
            switch outcome {
            case .goOn(let effects): proceed(reply, effects)
            case .fail(let failure): fail(reply, call, failure)
            }
        }
    }

    /// The same for anything that waits: `finish` is called once.
    /// - Parameter interrupts: gets the handler to call if whoever waits leaves.
    func gate(
        _ call: Call, _ subject: Subject, process: CallingProcess? = nil,
        interrupts: @escaping (@escaping () -> Void) -> Void, finish: @escaping (GatedCall.Outcome) -> Void
    ) {
        if let failure = provider.callFailure { return finish(.fail(failure)) }
        let process = process ?? processes.process(ofThread: call.threadID, fresh: call.operation != .read)
        let faults = decide(call, subject, process)
        let gated = GatedCall(call, subject, process: process, faults: faults, interrupts: interrupts, finish: finish)
        if provider.has(.hung), Operation.needProvider.contains(call.operation) {
            return hold(gated, reason: .provider, until: .never) { [unowned self] ending in
                go(on: gated, after: ending)
            }
        }
        run(gated)
    }

    /// Which faults fire now. They are recorded.
    func decide(_ call: Call, _ subject: Subject, _ process: CallingProcess?) -> [FiredFault] {
        guard !isLifted, subject.candidates.operations.contains(call.operation) || call.otherName != nil else {
            return []
        }
        let event = event(call, subject, process)
        let faults = engine.decide(event, among: subject.candidates)
        for fault in faults { record(fault, subject, operation: call.operation, process) }
        return faults
    }

    private func event(_ call: Call, _ subject: Subject, _ process: CallingProcess?) -> OperationEvent {
        var event = OperationEvent(
            call.operation, path: subject.path, item: subject.item, process: process?.name,
            offset: call.offset ?? 0, length: call.length ?? 0,
            conditions: conditions(subject, process).union(call.conditions), sinceMount: now - .zero)
        if let node = subject.node {
            event.itemSize = contentSize(of: node)
            event.bytesSoFar = itemExtras[node]?.bytesMoved ?? 0
        }
        if let folder = call.otherFolder, let name = call.otherName {
            event.otherPath = nodes.pathText(of: folder, appending: name)
        }
        return event
    }

    /// Carries out what is left of a call's faults, up to one that waits.
    func run(_ gated: GatedCall) {
        while let fired = gated.remaining.popFirst() {
            switch carryOut(fired, gated) {
            case .goOn:
                continue
            case .fail(let failure):
                return gated.end(.fail(failure))
            case .hold(let until):
                return hold(gated, reason: .rule(fired.rule), until: until) { [unowned self] ending in
                    gated.effects.rule = fired.rule
                    go(on: gated, after: ending)
                }
            }
        }
        gated.end(.goOn(gated.effects))
    }

    private func go(on gated: GatedCall, after ending: HoldEnding) {
        switch ending {
        case .over: run(gated)
        case .interrupted: gated.end(.fail(CallFailure(.interrupted)))
        case .failed(let failure): gated.end(.fail(failure))
        }
    }
}

extension Operation {
    /// What a provider that hangs doesn't answer. Names and attributes are served locally (file-access-semantics b25),
    /// and holding them would hold the kernel's locks.
    static let needProvider = OperationSet([
        .open, .opendir, .read, .readdir, .write, .create, .fsync, .coordinate, .pick, .download,
    ])
}
