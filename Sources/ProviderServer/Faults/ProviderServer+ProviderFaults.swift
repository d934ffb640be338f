import FaultInjection
import ProviderModel
import SystemIO
import Trace

extension ProviderServer {
    /// The provider goes away, hangs, or can't reach its server.
    func carryOutOnProvider(_ fired: FiredFault, _ gated: GatedCall) -> FaultAction {
        switch fired.fault {
        case .goOffline(let fault): begin(.offline, until: fault.hold.end(from: now), rule: fired.rule)
        case .signOut(let fault): begin(.signedOut, until: fault.hold.end(from: now), rule: fired.rule)
        case .warmUp(let fault): begin(.warmingUp, until: now + fault.duration, rule: fired.rule)
        case .hang(let fault):
            begin(.hung, until: fault.hold.end(from: now), rule: fired.rule)
            if Operation.needProvider.contains(gated.call.operation) {
                // The call in which it hangs is the first to wait.
                return .hold(until: fault.hold.end(from: now))
            }
        case .die(let fault):
            provider.deathErrno = fault.errno
            die(until: fault.backAfter.end(from: now), rule: fired.rule, error: fault.errno)
            return .fail(CallFailure(fault.errno, rule: fired.rule, provider: .connectionInterrupted))
        case .restart(let fault):
            dropGrantsAndClaims(rule: fired.rule)
            provider.deathErrno = .notConnected
            die(until: now + fault.downFor, rule: fired.rule, error: .ioError)
            return .fail(CallFailure(.ioError, rule: fired.rule, provider: .connectionInterrupted))
        default:
            break
        }
        return .goOn
    }

    /// A state of the whole provider begins; one of the same kind is replaced.
    func begin(_ availability: Availability, until: MountTime, rule: String?) {
        let timer =
            until == .never
            ? nil : loop.schedule(at: clock.deadline(until)) { [unowned self] in end(availability) }
        if let old = provider.begin(availability, rule: rule, timer: timer) { loop.cancel(old) }
        record(availability, action: availability.rawValue, rule: rule)
        if let failure = provider.downloadFailure { failDownloads(failure) }
        checkWaits()
    }

    func end(_ availability: Availability) {
        guard let ended = provider.end(availability) else { return }
        if let timer = ended.timer { loop.cancel(timer) }
        record(availability, action: "not-\(availability.rawValue)", rule: ended.rule)
        if availability == .hung { endHolds(.over) { $0.reason == .provider } }
        checkWaits()
    }

    private func record(_ availability: Availability, action: String, rule: String?) {
        var event = TraceEvent(.provider)
        event.action = action
        event.rule = rule
        record(event)
    }

    private func die(until: MountTime, rule: String, error: Errno) {
        begin(.died, until: until, rule: rule)
        endHolds(.failed(CallFailure(error, rule: rule, provider: .connectionInterrupted))) { _ in true }
    }

    private func dropGrantsAndClaims(rule: String) {
        for connection in connections.keys {
            _ = scopes.forfeit(ScopeTable.Session(rawValue: connection))
            carryOut(claims.drop(.init(rawValue: connection)))
        }
    }
}
