import FUSE
import FaultInjection
import ProviderModel
import SystemIO

/// A call that rules concern, on its way through what they do: one fault after the other, some of which wait.
final class GatedCall {
    enum Outcome {
        case goOn(CallEffects)
        case fail(CallFailure)
    }

    let call: Call
    let subject: Subject
    let process: CallingProcess?
    var remaining: ArraySlice<FiredFault>
    var effects = CallEffects()
    /// The wait in which it is now.
    var hold: HeldCalls.ID?
    private var watchesInterrupts = false
    private let interrupts: (@escaping () -> Void) -> Void
    private var finish: ((Outcome) -> Void)?

    init(
        _ call: Call, _ subject: Subject, process: CallingProcess?, faults: [FiredFault],
        interrupts: @escaping (@escaping () -> Void) -> Void, finish: @escaping (Outcome) -> Void
    ) {
        self.call = call
        self.subject = subject
        self.process = process
        remaining = faults[...]
        self.interrupts = interrupts
        self.finish = finish
    }

    func end(_ outcome: Outcome) {
        let finish = finish
        self.finish = nil
        finish?(outcome)
    }

    /// Has `handler` called when the caller leaves. The kernel's interest is asked for once, at the first wait.
    func watchInterrupts(_ handler: @escaping () -> Void) {
        guard !watchesInterrupts else { return }
        watchesInterrupts = true
        interrupts(handler)
    }
}
