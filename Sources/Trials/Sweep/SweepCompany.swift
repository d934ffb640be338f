import ControlProtocol
import SystemIO

/// A process that stands still at an operation on its library, and what another one does to the library meanwhile.
///
/// Whoever looked before that operation decides after it by what it saw: between the two, the other's work is done.
/// Where the one that stands still has a lock on the library the other waits, and both go on after `patience`.
struct SweepCompany {
    let client: ControlClient
    /// The name of the rule that holds the process.
    let rule: String

    /// How long one of them stands still: several times what the other takes where nothing is locked.
    static let patience = Duration.milliseconds(200)
    /// How often it is looked whether the process has ended without coming to the operation.
    private static let look = 20

    typealias Run = Result<ContainedRun, TrialFailure>

    /// What became of both.
    struct Ending {
        let work: Run
        /// nil: the process never came to the operation.
        let company: Run?
    }

    /// - Parameter work: Runs the process that the rule holds.
    /// - Parameter company: Runs the other, once the first stands still. Its argument lets the first one go on, and
    ///   waits for its end.
    /// - Throws: `TrialFailure`.
    func run(
        _ work: @escaping @Sendable () -> Run, company: (_ goOn: () -> Run) -> Run
    ) throws(TrialFailure) -> Ending {
        let ended = ConditionVariable<Run?>(nil)
        do throws(Errno) {
            try DetachedThread.start {
                let run = work()
                ended.change { $0 = run }
            }
        } catch {
            throw TrialFailure("a thread can't be started: \(error)")
        }
        let goOn = {
            _ = try? client.call(ReleaseRequest(rule: rule))
            return ended.wait { $0 }
        }
        let company = standsStill(unless: { ended.changeQuietly { $0 != nil } }) ? company(goOn) : nil
        return Ending(work: goOn(), company: company)
    }

    private func standsStill(unless hasEnded: () -> Bool) -> Bool {
        while true {
            // Asked first: one that has ended may have come to the operation on its way.
            let isLast = hasEnded()
            let wait = WaitRequest(condition: .fired, rule: rule, count: 1, deadlineMilliseconds: Self.look)
            if (try? client.call(wait)) != nil { return !isLast }
            if isLast { return false }
        }
    }
}
