import FaultInjection
import ProviderModel
import SystemIO

extension ProviderServer {
    /// There is room for so many bytes, counted over all writes that the rule matches.
    func quota(_ fault: Quota, _ fired: FiredFault, _ gated: GatedCall) -> FaultAction {
        let used = quotas[fired.rule] ?? 0
        let wanted = gated.call.length ?? 0
        let left = fault.bytes.rawValue - used
        guard left > 0 || wanted == 0 else { return .fail(CallFailure(.noSpace, rule: fired.rule)) }
        let taken = min(wanted, left)
        quotas[fired.rule] = used + taken
        if taken < wanted {
            gated.effects.maximumCount = min(gated.effects.maximumCount ?? .max, taken)
            gated.effects.rule = fired.rule
        }
        return .goOn
    }
}
