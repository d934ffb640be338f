import SystemIO

/// Lets many threads share one expensive step, such as an fsync: who comes first carries it out for all who came
/// meanwhile. Each gets its own result, and nobody returns before the step is done for it.
///
/// Where the group before had company, a leader waits a moment for more: documents come out of their validators one
/// by one, and without that pause each would pay for a step of its own. The dearer the step was the last time, the
/// longer it waits.
final class GroupCommit<Request: Sendable, Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, any Error>

    /// What a waiting thread is told.
    private enum Turn {
        case lead
        case done(Outcome)
    }

    private final class Member: Sendable {
        let request: Request
        let turn = ConditionVariable<Turn?>(nil)

        init(_ request: Request) {
            self.request = request
        }

        func waitForTurn() -> Turn {
            turn.wait { turn in
                defer { turn = nil }
                return turn
            }
        }
    }

    private struct State {
        var isBusy = false
        var waiting: [Member] = []
        var lastSize = 1
        var linger: Duration
    }

    private let state: ConditionVariable<State>
    private let linger: ClosedRange<Duration>
    private let perform: @Sendable ([Request]) -> [Outcome]

    /// - Parameters:
    ///   - linger: how long a leader waits for company, at least and at most.
    ///   - perform: carries out some requests together, and returns an outcome for each, in order.
    init(
        linger: ClosedRange<Duration> = Duration.milliseconds(4)...Duration.milliseconds(24),
        _ perform: @escaping @Sendable ([Request]) -> [Outcome]
    ) {
        self.linger = linger
        state = ConditionVariable(State(linger: linger.lowerBound))
        self.perform = perform
    }

    /// Carries out the request, perhaps together with others.
    func submit(_ request: Request) -> Outcome {
        let member = Member(request)
        let leads = state.changeQuietly { state in
            state.waiting.append(member)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if !leads, case .done(let outcome) = member.waitForTurn() { return outcome }
        return lead(member)
    }

    private func lead(_ leader: Member) -> Outcome {
        let (hasCompany, linger) = state.changeQuietly { ($0.lastSize > 1 || $0.waiting.count > 1, $0.linger) }
        // Nobody announces itself to a leader who waits: it costs each of them less than a wake-up would.
        if hasCompany { state.pause(atMost: linger) { _ in false } }
        let group = state.changeQuietly { state in
            defer { state.waiting = [] }
            state.lastSize = state.waiting.count
            return state.waiting
        }
        let start = MonotonicTime.now
        let outcomes = perform(group.map(\.request))
        let duration = MonotonicTime.now - start
        let next = state.changeQuietly { state in
            state.linger = min(max(duration * 3, self.linger.lowerBound), self.linger.upperBound)
            state.isBusy = !state.waiting.isEmpty
            return state.waiting.first
        }
        next?.turn.change { $0 = .lead }
        var own = outcomes[0]
        for (member, outcome) in zip(group, outcomes) {
            if member === leader { own = outcome } else { member.turn.change { $0 = .done(outcome) } }
        }
        return own
    }
}
