import SystemIO

/// Lets many threads share one expensive step, such as an fsync: who comes first carries it out for all who came
/// meanwhile. Each gets its own result, and nobody returns before the step is done for it.
final class GroupCommit<Request: Sendable, Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, any Error>

    private struct State {
        var isBusy = false
        var nextTicket: UInt64 = 0
        var waiting: [(ticket: UInt64, request: Request)] = []
        var done: [UInt64: Outcome] = [:]
    }

    private enum Turn {
        case lead([(ticket: UInt64, request: Request)])
        case done(Outcome)
    }

    private let state = ConditionVariable(State())
    private let perform: @Sendable ([Request]) -> [Outcome]

    /// - Parameter perform: carries out some requests together, and returns an outcome for each, in order.
    init(_ perform: @escaping @Sendable ([Request]) -> [Outcome]) {
        self.perform = perform
    }

    /// Carries out the request, perhaps together with others.
    func submit(_ request: Request) -> Outcome {
        let ticket = state.change { state in
            defer { state.nextTicket += 1 }
            state.waiting.append((state.nextTicket, request))
            return state.nextTicket
        }
        while true {
            let turn = state.wait { state -> Turn? in
                if let outcome = state.done.removeValue(forKey: ticket) { return .done(outcome) }
                guard !state.isBusy else { return nil }
                state.isBusy = true
                defer { state.waiting = [] }
                return .lead(state.waiting)
            }
            switch turn {
            case .done(let outcome):
                return outcome
            case .lead(let group):
                let outcomes = perform(group.map(\.request))
                state.change { state in
                    for (member, outcome) in zip(group, outcomes) { state.done[member.ticket] = outcome }
                    state.isBusy = false
                }
            }
        }
    }
}
