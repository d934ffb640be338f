import ProviderModel

/// What a fault means for the call in which it fires, once its effects on the provider have been carried out.
enum FaultAction {
    case goOn
    case fail(CallFailure)
    case hold(until: MountTime)
}
