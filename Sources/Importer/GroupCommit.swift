import SystemIO

/// Lets many threads share one expensive step, such as an fsync: who comes first carries it out for all who came
/// meanwhile. Each gets its own result, and nobody returns before the step is done for it.
///
/// While other imports are on their way, a leader waits a moment for them: documents come out of their validators one
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
        var linger: Duration
    }

    private let state: ConditionVariable<State>
    private let traffic: ImportTraffic
    private let linger: ClosedRange<Duration>
    private let perform: @Sendable ([Request]) -> [Outcome]

    /// - Parameters:
    ///   - traffic: the imports that may come to this group.
    ///   - linger: how long a leader waits for company, at least and at most.
    ///   - perform: carries out some requests together, and returns an outcome for each, in order.
    init(
        traffic: ImportTraffic = ImportTraffic(),
        linger: ClosedRange<Duration> = Duration.milliseconds(16)...Duration.milliseconds(60),
        _ perform: @escaping @Sendable ([Request]) -> [Outcome]
    ) {
        self.traffic = traffic
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
        // Last: a leader who learns that nobody is on the way any more finds all in the group.
        traffic.halt()
        if !leads, case .done(let outcome) = member.waitForTurn() { return outcome }
        return lead(member)
    }

    private func lead(_ leader: Member) -> Outcome {
        // Nobody announces itself to a leader who waits: it costs each of them less than a wake-up would.
        traffic.pause(atMost: state.changeQuietly(\.linger))
        let group = state.changeQuietly { state in
            defer { state.waiting = [] }
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
        // Before they run: whoever leads next must know of them.
        traffic.resume(group.count)
        next?.turn.change { $0 = .lead }
        var own = outcomes[0]
        for (member, outcome) in zip(group, outcomes) {
            if member === leader { own = outcome } else { member.turn.change { $0 = .done(outcome) } }
        }
        return own
    }
}
