import FaultInjection
import ProviderModel
import SystemIO

/// What the provider as a whole is doing, beside what its items do.
struct ProviderState {
    struct Condition {
        let availability: Availability
        let rule: String?
        var timer: TimerQueue.Token?
    }

    /// At most one of each.
    private(set) var conditions: [Availability: Condition] = [:]
    /// What calls fail with while it is dead.
    var deathErrno = Errno.notConnected
    /// Whether calls that concern no rule can be answered without asking here.
    private(set) var isOrdinary = true

    mutating func begin(_ availability: Availability, rule: String?, timer: TimerQueue.Token?) -> TimerQueue.Token? {
        let before = conditions[availability]?.timer
        conditions[availability] = Condition(availability: availability, rule: rule, timer: timer)
        update()
        return before
    }

    mutating func end(_ availability: Availability) -> Condition? {
        let ended = conditions.removeValue(forKey: availability)
        update()
        return ended
    }

    private mutating func update() {
        // Offline, signed out and warming up concern downloads only.
        isOrdinary = conditions[.died] == nil && conditions[.hung] == nil
    }

    func has(_ availability: Availability) -> Bool { conditions[availability] != nil }

    /// Why a download can't begin now, or nil.
    var downloadFailure: CallFailure? {
        for (availability, error) in [
            (Availability.died, ProviderError.connectionInterrupted), (.signedOut, .notAuthenticated),
            (.warmingUp, .cannotSynchronize), (.offline, .serverUnreachable),
        ] {
            if let condition = conditions[availability] {
                return CallFailure(.timedOut, rule: condition.rule, provider: error)
            }
        }
        return nil
    }

    /// Why every call fails now, or nil.
    var callFailure: CallFailure? {
        conditions[.died].map {
            CallFailure(deathErrno, rule: $0.rule, provider: .connectionInterrupted)
        }
    }
}
