import ControlProtocol

enum ControlFailureSample {
    static let unreachable = ControlFailure(
        domain: ControlFailure.fileProviderDomain, code: -1004, errno: "ETIMEDOUT", message: "Offline.", rule: "offline"
    )
}
